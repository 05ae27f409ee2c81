package moirai.interception;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens to the calls on a connection and on everything that is made from it. By default each call
 * reaches the driver. An answer that is a statement or a set of rows is wrapped afterwards; it must be the driver's.
 */
public interface Interceptor {

    /**
     * Answers a call of a method of {@link java.sql.Connection}.
     *
     * @throws SQLException to the caller
     */
    default @Nullable Object onConnection(JdbcCall call) throws SQLException {
        return call.proceed();
    }

    /**
     * Answers a call that executes a statement or a batch.
     *
     * @throws SQLException to the caller
     */
    default @Nullable Object onExecution(Execution execution) throws SQLException {
        return execution.proceed();
    }

    /**
     * Answers a call of a method of {@link java.sql.ResultSet}, on rows or generated keys of a statement.
     *
     * @throws SQLException to the caller
     */
    default @Nullable Object onRows(JdbcCall call) throws SQLException {
        return call.proceed();
    }
}
