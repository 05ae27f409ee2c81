package moirai.scheduling;

import java.lang.reflect.Method;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The rows that a scheduled statement returned: tells what the code takes from them. */
record ScheduledRows(ScheduledDataSource source, ResultSet behind, Statement statement) implements JdbcProxy {

    @Override
    public @Nullable Object answer(Object self, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getName().equals("getStatement")) {
            return statement;
        }
        Object answer = JdbcProxy.call(behind, method, arguments);
        boolean isRead = method.getName().startsWith("get") && arguments != null;
        boolean isMove = answer instanceof Boolean && !method.getName().startsWith("is");
        if (isRead || isMove) {
            source.watch().sees(method.getName() + (isRead ? Arrays.toString(arguments) : "") + " " + shown(answer));
        }
        return answer;
    }

    /** What has no text of its own is told by its type alone. */
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
