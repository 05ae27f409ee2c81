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
 * Creates JDBC's exceptions. The subclass follows from the first two characters of the SQLSTATE, as JDBC 4.3 requires
 * (section 6.1): libraries that translate exceptions look at either.
 */
public final class SqlErrors {

    /** The SQLSTATE of an error because the connection is closed. */
    public static final String CONNECTION_CLOSED = "08003";

    /** The SQLSTATE of an error because the object is in a state that does not allow the operation. */
    public static final String WRONG_STATE = "55000";

    /** The SQLSTATE of an error because an argument has an unacceptable type or value. */
    public static final String INVALID_PARAMETER = "22023";

    /** The SQLSTATE of an error because there is no conversion between a Java type and an SQL type. */
    public static final String NO_CONVERSION = "07006";

    /** The SQLSTATE of an error because the transaction failed before and can only be rolled back. */
    public static final String FAILED_TXN = "25P02";

    /** The SQLSTATE of an error because the driver or the store does not support something. */
    public static final String NOT_SUPPORTED = "0A000";

    private SqlErrors() {}

    /** Returns the JDBC exception for a refusal by the store. */
    public static SQLException of(StoreException refusal) {
        SQLException error = of(refusal.sqlState(), String.valueOf(refusal.getMessage()));
        error.initCause(refusal);
        return error;
    }

    /** Returns an exception of the subclass that belongs to the SQLSTATE. */
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

    /** Returns an exception for a feature of JDBC that the driver does not support. */
    public static SQLException notSupported(String what) {
        return of(NOT_SUPPORTED, what + " is not supported by the mock store's driver");
    }
}
