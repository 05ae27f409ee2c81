package moirai.programs.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * An application on a database, written against plain JDBC and PostgreSQL's SQL: it runs unmodified wherever a URL
 * leads. Its assertions hold after any serial execution of its transactions.
 */
public interface SqlProgram {

    /** Short and in lower case, as on a command line. */
    String name();

    /** The tables' names, in an order in which they can be dropped. */
    List<String> tables();

    /** Statements that create the tables, in order. */
    List<String> schema();

    /** Fills the empty tables, as one transaction that the caller commits. */
    void load(Connection connection) throws SQLException;

    /** Returns the kinds of transactions, with how often each is chosen. */
    List<TxnKind> transactions();

    /** Returns the assertions that must hold at the end. */
    List<SqlAssertion> assertions();
}
