package moirai.programs.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * An assertion that holds after every serial execution of a program's transactions.
 *
 * @param id as in the paper, such as {@code A4}
 * @param claim in words
 * @param check the search for a counterexample
 */
public record SqlAssertion(String id, String claim, Check check) {

    /** A check that reads the tables. */
    @FunctionalInterface
    public interface Check {

        /**
         * Returns a text that contradicts the claim; empty if the claim holds.
         *
         * @param brought the money that committed transactions say they brought, less the money that they took away
         */
        Optional<String> counterexample(Connection connection, BigDecimal brought) throws SQLException;
    }

    /** A check that needs nothing but the tables. */
    @FunctionalInterface
    public interface TableCheck {

        /** Returns a text that contradicts the claim; empty if the claim holds. */
        Optional<String> counterexample(Connection connection) throws SQLException;
    }

    /** Returns an assertion about the tables alone. */
    public static SqlAssertion ofTables(String id, String claim, TableCheck check) {
        return new SqlAssertion(id, claim, (connection, brought) -> check.counterexample(connection));
    }

    /**
     * A query for numbers, as {@link Tally#of} takes it.
     *
     * @param words the text of a message before the number
     */
    public record Counted(String words, String sql) {}

    /** Returns an assertion that two queries find the same number for each key. */
    public static SqlAssertion ofEqual(String id, String claim, Counted one, Counted other) {
        return ofTables(
                id,
                claim,
                connection -> Tally.of(connection, one.sql())
                        .differenceFrom(Tally.of(connection, other.sql()), one.words(), other.words()));
    }
}
