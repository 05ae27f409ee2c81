package moirai.mockstore.sql.conformance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The same statements for the store and for a real server, one after the other. A statement that the store refuses
 * is not sent to the server, so that both stay in the same state.
 */
final class Duel implements AutoCloseable {

    private final StoreSide store = new StoreSide();
    private final PostgresSide postgres;
    private int rows;
    private int counts;
    private final Map<String, Integer> failures = new TreeMap<>();
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    Duel() throws SQLException {
        postgres = new PostgresSide();
    }

    void execute(String sql) {
        boolean ordered = isOrdered(sql);
        Reply mine = store.execute(sql, ordered);
        if (mine.isRefusal()) {
            refusals.merge(((Reply.Failure) mine).message(), 1, Integer::sum);
            if (store.inTransaction()) {
                postgres.fail();
            }
            return;
        }
        Reply theirs = postgres.execute(sql, ordered);
        if (!mine.agrees(theirs)) {
            differences.add(sql + "\n    store    " + mine + "\n    postgres " + theirs);
            return;
        }
        switch (mine) {
            case Reply.Rows same -> rows++;
            case Reply.Count same -> counts++;
            case Reply.Failure same -> failures.merge(same.sqlState(), 1, Integer::sum);
        }
    }

    /** Returns whether the transaction accepts nothing but its end. */
    boolean hasFailed() {
        return store.hasFailed();
    }

    /** Returns whether the outermost query orders its rows. */
    private static boolean isOrdered(String sql) {
        int depth = 0;
        String upper = sql.toUpperCase(Locale.ROOT);
        for (int at = 0; at < upper.length(); at++) {
            depth += upper.charAt(at) == '(' ? 1 : upper.charAt(at) == ')' ? -1 : 0;
            if (depth == 0 && upper.startsWith("ORDER BY", at)) {
                return true;
            }
        }
        return false;
    }

    List<String> differences() {
        return differences;
    }

    Map<String, Integer> refusals() {
        return refusals;
    }

    Map<String, Integer> failures() {
        return failures;
    }

    /** Statements that both answered alike, with rows, counts or errors. */
    int agreed() {
        return rows
                + counts
                + failures.values().stream().mapToInt(Integer::intValue).sum();
    }

    String summary() {
        return agreed() + " alike (" + rows + " with rows, " + counts + " with counts, errors " + failures + "), "
                + refusals.values().stream().mapToInt(Integer::intValue).sum() + " refused " + refusals + ", "
                + differences.size() + " different";
    }

    @Override
    public void close() throws SQLException {
        postgres.close();
    }
}
