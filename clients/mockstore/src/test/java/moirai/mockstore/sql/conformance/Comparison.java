package moirai.mockstore.sql.conformance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.levels.ProductLevel;

/** Plays interleavings on a store and in a schema of a real server, and counts what it has seen. */
final class Comparison implements AutoCloseable {

    private static final int SESSIONS = 3;
    /** A real server chooses the victim of a deadlock by time. */
    private static final int RETRIES = 3;
    /** The SQLSTATE of what the store does not support. */
    private static final String REFUSED = "0A000";

    /**
     * Numbers of interleavings.
     *
     * @param otherWakes those that were played again so that the last to wait goes on first
     */
    record Counts(int orders, int waits, int deadlocks, int otherWakes, int refused) {

        static final Counts NONE = new Counts(0, 0, 0, 0, 0);

        Counts plus(Counts other) {
            return new Counts(
                    orders + other.orders,
                    waits + other.waits,
                    deadlocks + other.deadlocks,
                    otherWakes + other.otherWakes,
                    refused + other.refused);
        }

        @Override
        public String toString() {
            return orders + " interleavings, " + waits + " with a wait, " + deadlocks + " with a deadlock, "
                    + otherWakes + " played again so that the last to wait goes on first, " + refused + " refused";
        }
    }

    private final StoreSessions store;
    private final Sessions postgres;
    private final List<String> differences = new ArrayList<>();
    private Counts counts = Counts.NONE;

    Comparison(ProductLevel level, String schema) throws SQLException {
        store = new StoreSessions(SESSIONS, level);
        postgres = new PostgresSessions(SESSIONS, isolation(level), schema);
    }

    private static String isolation(ProductLevel level) {
        return switch (level) {
            case POSTGRES_READ_COMMITTED -> "read committed";
            case POSTGRES_REPEATABLE_READ -> "repeatable read";
        };
    }

    /** Returns what happened on the store. */
    String compare(Interleaved program, List<Integer> schedule) {
        String mine = store.play(program, schedule);
        if (mine.contains(REFUSED)) {
            counts = counts.plus(new Counts(1, 0, 0, 0, 1));
            return mine;
        }
        String theirs = postgres.play(program, schedule);
        for (int again = 0; again < RETRIES && !mine.equals(theirs) && theirs.contains("40P01"); again++) {
            theirs = postgres.play(program, schedule);
        }
        boolean isOtherWake = !mine.equals(theirs);
        if (isOtherWake) {
            store.wakeLastFirst(true);
            mine = store.play(program, schedule);
            store.wakeLastFirst(false);
        }
        counts = counts.plus(
                new Counts(1, theirs.contains("w ") ? 1 : 0, theirs.contains("40P01") ? 1 : 0, isOtherWake ? 1 : 0, 0));
        if (!mine.equals(theirs)) {
            differences.add(program.name() + " " + program.sessions() + " " + schedule + "\n store    " + mine
                    + "\n postgres " + theirs + "\n");
        }
        return mine;
    }

    Counts counts() {
        return counts;
    }

    List<String> differences() {
        return differences;
    }

    @Override
    public void close() {
        store.close();
        postgres.close();
    }
}
