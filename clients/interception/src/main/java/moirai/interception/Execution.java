package moirai.interception;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that executes a statement or a batch.
 *
 * @param connection the driver's connection
 * @param statement the driver's statement
 * @param statements the statement, or those of the batch, in their order
 * @param call the call itself
 */
public record Execution(Connection connection, Statement statement, List<BoundSql> statements, JdbcCall call) {

    public Execution {
        statements = List.copyOf(statements);
    }

    /** Returns the text of the statement, or of the first in the batch; an empty text for an empty batch. */
    public String sql() {
        return statements.isEmpty() ? "" : statements.getFirst().sql();
    }

    /**
     * Executes the statement, or the batch, and returns the driver's answer.
     *
     * @throws SQLException as the driver throws it
     */
    public @Nullable Object proceed() throws SQLException {
        return call.proceed();
    }
}
