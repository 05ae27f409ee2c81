package moirai.programs.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * An application that uses plain JDBC and PostgreSQL's SQL, and runs unmodified on any database that accepts them. Its
 * assertions hold after every serial execution of its transactions.
 */
public interface SqlProgram {

    /** Returns the name in lower case, as on a command line. */
    String name();

    /** Returns the statements that create the tables, in order. */
    List<String> schema();

    /** Fills the empty tables, as one transaction that the caller commits. */
    void load(Connection connection) throws SQLException;

    /** Returns the kinds of transactions, with their weights. */
    List<TxnKind> transactions();

    /** Returns the assertions that must hold at the end. */
    List<SqlAssertion> assertions();
}
