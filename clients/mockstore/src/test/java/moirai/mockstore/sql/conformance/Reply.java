package moirai.mockstore.sql.conformance;

import java.util.List;

/** The answer of a database to a statement. */
sealed interface Reply {

    /** Rows as text, sorted unless the statement orders them; the columns' labels and types before them. */
    record Rows(List<String> columns, List<List<String>> rows) implements Reply {}

    /** The number of changed rows; 0 where a count has no meaning. */
    record Count(long count) implements Reply {}

    /** An SQLSTATE, and what the database says of it. */
    record Failure(String sqlState, String message) implements Reply {}

    /** Returns whether two answers are the same; messages may differ. */
    default boolean agrees(Reply other) {
        if (this instanceof Failure mine && other instanceof Failure theirs) {
            return mine.sqlState().equals(theirs.sqlState());
        }
        return equals(other);
    }

    default boolean isRefusal() {
        return this instanceof Failure failure && failure.sqlState().equals("0A000");
    }
}
