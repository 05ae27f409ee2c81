package moirai.mockstore.sql.expression.compile;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.ForeignComputed;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;

/** Compiles calls of the functions by which sessions tell each other something. */
final class SessionFunctions {

    private SessionFunctions() {}

    /** Returns the value of a call; empty if there is no such function with so many arguments. */
    static Optional<SqlExpression> of(String name, List<SqlExpression> arguments) {
        return switch (name + "/" + arguments.size()) {
            case "pg_notify/2" -> Optional.of(notification(arguments));
            case "pg_backend_pid/0" ->
                Optional.of(
                        new Computed(SqlType.INTEGER, frame -> frame.session().process()));
            case "pg_cancel_backend/1" -> Optional.of(cancellation(arguments.getFirst()));
            case "pg_terminate_backend/1" ->
                Optional.of(termination(arguments.getFirst(), new Constant(SqlType.BIGINT, 0L)));
            case "pg_terminate_backend/2" -> Optional.of(termination(arguments.getFirst(), arguments.getLast()));
            default -> Optional.empty();
        };
    }

    private static SqlExpression notification(List<SqlExpression> arguments) {
        SqlExpression channel = Coercion.to(arguments.getFirst(), SqlType.TEXT);
        SqlExpression payload = Coercion.to(arguments.getLast(), SqlType.TEXT);
        return new ForeignComputed(ForeignType.VOID, "pg_notify", frame -> {
            frame.session().send(text(channel.evaluate(frame)), text(payload.evaluate(frame)));
            return "";
        });
    }

    private static String text(Object value) {
        return value == SqlNull.NULL ? "" : value.toString();
    }

    private static SqlExpression cancellation(SqlExpression argument) {
        SqlExpression process = Coercion.to(argument, SqlType.INTEGER);
        return new Computed(
                SqlType.BOOLEAN,
                frame -> process.evaluate(frame) instanceof Integer number
                        ? frame.session().cancel(number)
                        : SqlNull.NULL);
    }

    private static SqlExpression termination(SqlExpression argument, SqlExpression timeout) {
        SqlExpression process = Coercion.to(argument, SqlType.INTEGER);
        SqlExpression millis = Coercion.to(timeout, SqlType.BIGINT);
        return new Computed(SqlType.BOOLEAN, frame -> {
            if (!(process.evaluate(frame) instanceof Integer number)
                    || !(millis.evaluate(frame) instanceof Long limit)) {
                return SqlNull.NULL;
            }
            if (limit < 0) {
                throw new StoreException("22003", "\"timeout\" must not be negative");
            }
            return frame.session().terminate(number, limit);
        });
    }
}
