package moirai.mockstore.jdbc.facade;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;
import moirai.mockstore.StoreException;

/**
 * JDBC's exceptions. The subclass follows from the SQLSTATE's first two characters, as JDBC 4.3 wants it (section 6.1):
 * libraries that translate exceptions look at either.
 */
public final class SqlErrors {

    /** The connection is closed. */
    public static final String CONNECTION_CLOSED = "08003";

    /** The object is in a state that does not allow that. */
    public static final String WRONG_STATE = "55000";

    /** What was given has a type or a value that cannot be taken. */
    public static final String INVALID_PARAMETER = "22023";

    /** No conversion between a type of Java's and one of SQL's. */
    public static final String NO_CONVERSION = "07006";

    /** The transaction failed before: it can only be rolled back. */
    public static final String FAILED_TXN = "25P02";

    /** Something that the driver or the store does not have. */
    public static final String NOT_SUPPORTED = "0A000";

    private SqlErrors() {}

    /** What the store refused, as JDBC says it. */
    public static SQLException of(StoreException refusal) {
        SQLException error = of(refusal.sqlState(), String.valueOf(refusal.getMessage()));
        error.initCause(refusal);
        return error;
    }

    /** An exception of the subclass that belongs to the SQLSTATE. */
    public static SQLException of(String sqlState, String message) {
        return switch (sqlState.substring(0, 2)) {
            case "08" -> new SQLNonTransientConnectionException(message, sqlState);
            case "0A" -> new SQLFeatureNotSupportedException(message, sqlState);
            case "22" -> new SQLDataException(message, sqlState);
            case "23" -> new SQLIntegrityConstraintViolationException(message, sqlState);
            case "40" -> new SQLTransactionRollbackException(message, sqlState);
            case "42" -> new SQLSyntaxErrorException(message, sqlState);
            default -> new SQLException(message, sqlState);
        };
    }

    /** Refuses something of JDBC's that the driver does not have. */
    public static SQLException notSupported(String what) {
        return of(NOT_SUPPORTED, what + " is not supported by the mock store's driver");
    }
}
