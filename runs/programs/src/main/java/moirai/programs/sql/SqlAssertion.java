package moirai.programs.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Something that holds after every serial execution of a program's transactions.
 *
 * @param id as in the paper, such as {@code A4}
 * @param claim in words
 * @param check looks for a counter-example
 */
public record SqlAssertion(String id, String claim, Check check) {

    /** Reads the tables and compares. */
    @FunctionalInterface
    public interface Check {

        /**
         * What contradicts the claim; empty if it holds.
         *
         * @param brought the money that committed transactions say they brought, less what they took away
         */
        Optional<String> counterexample(Connection connection, BigDecimal brought) throws SQLException;
    }

    /** A claim about the tables alone. */
    @FunctionalInterface
    public interface TableCheck {

        /** Returns a text that contradicts the claim; empty if the claim holds. */
        Optional<String> counterexample(Connection connection) throws SQLException;
    }

    /** An assertion about the tables alone. */
    public static SqlAssertion ofTables(String id, String claim, TableCheck check) {
        return new SqlAssertion(id, claim, (connection, brought) -> check.counterexample(connection));
    }
}
