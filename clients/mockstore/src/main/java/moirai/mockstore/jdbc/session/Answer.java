package moirai.mockstore.jdbc.session;

import moirai.mockstore.sql.SqlResult;

/**
 * The outcome of a statement.
 *
 * @param keys whether the rows are requested generated keys rather than the statement's result
 */
record Answer(SqlResult result, boolean keys) {

    boolean isRows() {
        return result.returnsRows() && !keys;
    }

    /** Returns the number of changed rows; 0, as in JDBC, where a count makes no sense. */
    long updateCount() {
        return Math.max(0, result.count());
    }
}
