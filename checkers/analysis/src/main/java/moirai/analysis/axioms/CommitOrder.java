package moirai.analysis.axioms;

import java.util.Arrays;

/** A total order of the transactions of a {@link KeyValueHistory}: the witness that a level holds. Immutable. */
public final class CommitOrder {

    private final int[] txns;

    private CommitOrder(int[] txns) {
        this.txns = txns;
    }

    /** Returns the order in which the transactions are listed, which only the verifier checks. */
    public static CommitOrder of(int... txns) {
        return new CommitOrder(txns.clone());
    }

    public int size() {
        return txns.length;
    }

    /** Returns the transaction at this place, from 0. */
    public int at(int place) {
        return txns[place];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CommitOrder that && Arrays.equals(txns, that.txns);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(txns);
    }

    /** Returns the transactions in order: {@code T0 T2 T1}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int txn : txns) {
            text.append(text.isEmpty() ? "T" : " T").append(txn);
        }
        return text.toString();
    }
}
