package moirai.scheduling;

import java.util.Comparator;

/**
 * One statement of a session, or its COMMIT.
 *
 * @param session its number
 * @param txn which transaction of the session, from 0
 * @param index which of the transaction's statements, from 0; {@link #COMMIT} for its end
 */
public record Step(int session, int txn, int index) implements Comparable<Step> {

    /** The index of COMMIT, which comes after that of any statement. */
    public static final int COMMIT = Integer.MAX_VALUE;

    private static final Comparator<Step> ORDER =
            Comparator.comparingInt(Step::session).thenComparingInt(Step::txn).thenComparingInt(Step::index);

    public Step {
        if (session < 0 || txn < 0 || index < 0) {
            throw new IllegalArgumentException("session " + session + ", transaction " + txn + " and index " + index
                    + " of a step must not be negative");
        }
    }

    /** Returns the COMMIT of a transaction. */
    public static Step commit(int session, int txn) {
        return new Step(session, txn, COMMIT);
    }

    public boolean isCommit() {
        return index == COMMIT;
    }

    /** Compares by session, and then in the order in which a session takes its steps. */
    @Override
    public int compareTo(Step other) {
        return ORDER.compare(this, other);
    }

    /** Returns a text such as {@code s1.t0.2} or {@code s1.t0.commit}. */
    @Override
    public String toString() {
        return "s" + session + ".t" + txn + "." + (isCommit() ? "commit" : String.valueOf(index));
    }
}
