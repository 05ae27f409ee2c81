package moirai.scheduling;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import moirai.interception.Execution;
import moirai.interception.Interceptor;
import moirai.interception.JdbcCall;
import org.jspecify.annotations.Nullable;

/** The connection of a scheduled data source, as the application's code sees it. */
final class ScheduledConnection implements Interceptor {

    private final ScheduledDataSource source;
    private final Connection connection;
    private final boolean isOpened;
    private boolean isAutoCommit;
    private boolean isClosed;

    /** @param isOpened whether the code opens the connection, so that each statement commits by itself at first */
    ScheduledConnection(ScheduledDataSource source, Connection connection, boolean isOpened) {
        this.source = source;
        this.connection = connection;
        this.isOpened = isOpened;
        this.isAutoCommit = isOpened;
    }

    @Override
    public @Nullable Object onConnection(JdbcCall call) throws SQLException {
        switch (call.name()) {
            case "commit" -> source.commit();
            case "rollback" -> {
                // A rollback to a savepoint ends nothing.
                if (call.argumentCount() > 0) {
                    return call.proceed();
                }
                source.rollback();
            }
            case "setAutoCommit" ->
                isAutoCommit = call.argument(0).orElseThrow().equals(true);
            case "getAutoCommit" -> {
                return isAutoCommit;
            }
            case "setTransactionIsolation" -> {
                return source.hasOwnBoundaries() ? call.proceed() : null;
            }
            case "setReadOnly" -> {}
            case "close" -> {
                if (!isClosed && isOpened) {
                    source.closed();
                }
                isClosed = true;
            }
            case "isClosed" -> {
                return isClosed || connection.isClosed();
            }
            default -> {
                return call.proceed();
            }
        }
        return null;
    }

    @Override
    public @Nullable Object onExecution(Execution execution) throws SQLException {
        Object answer = source.execute(execution);
        switch (answer) {
            case Integer count -> changed(count, count.toString());
            case Long count -> changed(count, count.toString());
            case int[] counts -> changed(Arrays.stream(counts).max().orElse(0), Arrays.toString(counts));
            case long[] counts -> changed(Arrays.stream(counts).max().orElse(0), Arrays.toString(counts));
            case null, default -> {}
        }
        if (isAutoCommit && source.hasOwnBoundaries()) {
            source.commitStatement();
        }
        return answer;
    }

    private void changed(long rows, String shown) {
        source.changed(rows);
        source.watch().sees(shown + " rows");
    }

    @Override
    public @Nullable Object onRows(JdbcCall call) throws SQLException {
        Object answer = call.proceed();
        boolean isRead = call.name().startsWith("get") && call.argumentCount() > 0;
        boolean isMove = answer instanceof Boolean && !call.name().startsWith("is");
        if (isRead || isMove) {
            source.watch().sees(call.name() + (isRead ? call.shownArguments() : "") + " " + shown(answer));
        }
        return answer;
    }

    /** Returns the text of an answer; the name of its type, if it has no text of its own. */
    private static String shown(@Nullable Object answer) {
        return switch (answer) {
            case null -> "null";
            case byte[] bytes -> Arrays.toString(bytes);
            case Number number -> number.toString();
            case CharSequence text -> text.toString();
            case Boolean truth -> truth.toString();
            case java.sql.Timestamp time -> time.toString();
            case java.sql.Date date -> date.toString();
            case java.sql.Time time -> time.toString();
            case java.time.temporal.Temporal time -> time.toString();
            case java.util.UUID id -> id.toString();
            case Object other -> other.getClass().getName();
        };
    }
}
