package moirai.mockstore.jdbc.session;

import moirai.mockstore.sql.SqlResult;

/**
 * What a statement returned.
 *
 * @param keys whether its rows are generated keys that were asked for, rather than its result
 */
record Answer(SqlResult result, boolean keys) {

    boolean isRows() {
        return result.returnsRows() && !keys;
    }

    /** Of rows that were changed; 0 where a count makes no sense, like JDBC. */
    long updateCount() {
        return Math.max(0, result.count());
    }
}
