package moirai.mockstore.sql.expression.compile;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Coercion;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.Constant;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.RandomUuid;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import org.jspecify.annotations.Nullable;

/** Compiles values of the session or its transaction: the time, the names of user and database, the sequences. */
final class SessionValues {

    private SessionValues() {}

    static SqlExpression timeKey(TimeKeyExpression key) {
        return keyword(key.getStringValue())
                .orElseThrow(() -> TypeErrors.unsupported(Identifiers.lower(key.getStringValue())));
    }

    /** Returns a value that SQL writes like a column, such as {@code current_user}. */
    static Optional<SqlExpression> keyword(String name) {
        return switch (Identifiers.lower(name)) {
            case "current_timestamp" -> Optional.of(now());
            case "current_date" ->
                Optional.of(new Computed(SqlType.DATE, frame -> local(frame).toLocalDate()));
            case "localtimestamp" -> Optional.of(new Computed(SqlType.TIMESTAMP, SessionValues::local));
            case "localtime" ->
                Optional.of(new Computed(SqlType.TIME, frame -> local(frame).toLocalTime()));
            case "current_time" -> throw TypeErrors.unsupported("the type time with time zone of current_time");
            case "current_user", "current_role", "session_user", "user" -> Optional.of(text("moirai"));
            case "current_catalog" -> Optional.of(text("moirai"));
            case "current_schema" -> Optional.of(currentSchema());
            default -> Optional.empty();
        };
    }

    /** Returns a value that is written like a function call; empty if there is none of this name. */
    static Optional<SqlExpression> function(String name, List<SqlExpression> arguments) {
        return switch (name) {
            case "nextval", "currval" ->
                arguments.size() == 1 ? Optional.of(sequence(name, arguments.getFirst())) : Optional.empty();
            case "setval" -> sequenceSet(arguments);
            case "pg_get_serial_sequence" ->
                arguments.size() == 2 ? Optional.of(ownedSequence(arguments)) : Optional.empty();
            case "lastval", "now", "transaction_timestamp", "version", "current_database", "current_schema" ->
                arguments.isEmpty() ? Optional.of(constant(name)) : Optional.empty();
            // None is ever held.
            case "pg_advisory_unlock_all" -> arguments.isEmpty() ? Optional.of(text("")) : Optional.empty();
            case "pg_notify", "pg_backend_pid", "pg_cancel_backend", "pg_terminate_backend" ->
                SessionFunctions.of(name, arguments);
            case "current_setting" -> setting(arguments);
            case "set_config" -> arguments.size() == 3 ? Optional.of(settingSet(arguments)) : Optional.empty();
            case "random" ->
                arguments.isEmpty()
                        ? Optional.of(new Computed(
                                SqlType.DOUBLE, frame -> frame.random().nextDouble()))
                        : Optional.empty();
            case "gen_random_uuid", "uuidv4" ->
                arguments.isEmpty()
                        ? Optional.of(new Computed(SqlType.UUID, frame -> RandomUuid.of(frame.random())))
                        : Optional.empty();
            case "uuidv7", "clock_timestamp", "statement_timestamp", "timeofday" ->
                throw TypeErrors.unsupported(name + "(), which differs from run to run,");
            default -> Optional.empty();
        };
    }

    private static Optional<SqlExpression> setting(List<SqlExpression> arguments) {
        if (arguments.isEmpty() || arguments.size() > 2) {
            return Optional.empty();
        }
        SqlExpression name = Coercion.to(arguments.getFirst(), SqlType.TEXT);
        SqlExpression mayMiss = Coercion.to(
                arguments.size() == 2 ? arguments.getLast() : new Constant(SqlType.BOOLEAN, false), SqlType.BOOLEAN);
        return Optional.of(new Computed(SqlType.TEXT, frame -> {
            if (!(name.evaluate(frame) instanceof String text)) {
                return SqlNull.NULL;
            }
            try {
                return frame.setting(Identifiers.lower(text));
            } catch (StoreException missing) {
                if (Coercion.isTrue(mayMiss.evaluate(frame))
                        && missing.sqlState().equals("42704")) {
                    return SqlNull.NULL;
                }
                throw missing;
            }
        }));
    }

    private static SqlExpression settingSet(List<SqlExpression> arguments) {
        SqlExpression name = Coercion.to(arguments.get(0), SqlType.TEXT);
        SqlExpression value = Coercion.to(arguments.get(1), SqlType.TEXT);
        SqlExpression isLocal = Coercion.to(arguments.get(2), SqlType.BOOLEAN);
        return new Computed(SqlType.TEXT, frame -> {
            String setting = Identifiers.lower(String.valueOf(name.evaluate(frame)));
            Object wanted = value.evaluate(frame);
            frame.set(
                    setting,
                    wanted == SqlNull.NULL ? "default" : wanted.toString(),
                    Coercion.isTrue(isLocal.evaluate(frame)));
            return frame.setting(setting);
        });
    }

    private static SqlExpression constant(String name) {
        return switch (name) {
            case "lastval" -> new Computed(SqlType.BIGINT, Frame::lastValue);
            case "version" -> text("PostgreSQL 18.0 (Moirai mock store)");
            case "current_database" -> text("moirai");
            case "current_schema" -> currentSchema();
            default -> now();
        };
    }

    private static Optional<SqlExpression> sequenceSet(List<SqlExpression> arguments) {
        if (arguments.size() < 2 || arguments.size() > 3) {
            return Optional.empty();
        }
        SqlExpression sequence = Coercion.to(arguments.get(0), SqlType.TEXT);
        var path = NamePath.of(sequence);
        SqlExpression number = Coercion.to(arguments.get(1), SqlType.BIGINT);
        SqlExpression isCalled = Coercion.to(
                arguments.size() == 3 ? arguments.get(2) : new Constant(SqlType.BOOLEAN, true), SqlType.BOOLEAN);
        return Optional.of(new Computed(SqlType.BIGINT, frame -> {
            Object called = isCalled.evaluate(frame);
            if (!(sequence.evaluate(frame) instanceof String text)
                    || !(number.evaluate(frame) instanceof Long wanted)
                    || called == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            frame.setValue(path.relation(frame, text), wanted, Coercion.isTrue(called));
            return wanted;
        }));
    }

    private static SqlExpression ownedSequence(List<SqlExpression> arguments) {
        SqlExpression table = Coercion.to(arguments.get(0), SqlType.TEXT);
        SqlExpression column = Coercion.to(arguments.get(1), SqlType.TEXT);
        return new Computed(
                SqlType.TEXT,
                frame -> table.evaluate(frame) instanceof String name && column.evaluate(frame) instanceof String of
                        ? frame.ownedSequence(frame.relation(name), of)
                                .<Object>map(sequence -> sequence)
                                .orElse(SqlNull.NULL)
                        : SqlNull.NULL);
    }

    private static SqlExpression sequence(String name, SqlExpression argument) {
        SqlExpression sequence = Coercion.to(argument, SqlType.TEXT);
        var path = NamePath.of(sequence);
        return new Computed(SqlType.BIGINT, frame -> {
            if (!(sequence.evaluate(frame) instanceof String text)) {
                return SqlNull.NULL;
            }
            String sequenceName = path.relation(frame, text);
            return name.equals("nextval") ? frame.nextValue(sequenceName) : frame.currentValue(sequenceName);
        });
    }

    private static SqlExpression now() {
        return new Computed(SqlType.TIMESTAMPTZ, Frame::now);
    }

    private static LocalDateTime local(Frame frame) {
        return Conversion.toLocal(frame.now());
    }

    private static SqlExpression currentSchema() {
        return new Computed(
                SqlType.TEXT,
                frame -> frame.currentSchema().<Object>map(name -> name).orElse(SqlNull.NULL));
    }

    private static SqlExpression text(String value) {
        return new Constant(SqlType.TEXT, value);
    }

    /** The search path by which a name is understood: if the name is a literal, that of the statement it stands in. */
    private record NamePath(@Nullable SearchPath fixed) {

        static NamePath of(SqlExpression name) {
            return new NamePath(name instanceof Constant ? SearchPath.current() : null);
        }

        String relation(Frame frame, String written) {
            return SearchPath.in(fixed == null ? SearchPath.current() : fixed, () -> frame.relation(written));
        }
    }
}
