package moirai.runs.query;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are added to a table in bulk, by DuckDB's appender. Its classes are not on our class path, so its methods
 * are called by handles. Values have to come in the order of the columns and in their types.
 */
final class Rows implements AutoCloseable {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.publicLookup();

    private final AutoCloseable appender;
    private final MethodHandle begin;
    private final MethodHandle end;
    private final MethodHandle ofLong;
    private final MethodHandle ofInt;
    private final MethodHandle ofText;
    private final MethodHandle ofNull;

    /** Begins to add rows to a table of a database. */
    Rows(Connection connection, Table table) throws SQLException {
        try {
            appender = (AutoCloseable) connection
                    .getClass()
                    .getMethod("createAppender", String.class, String.class)
                    .invoke(connection, "main", table.name());
            begin = method("beginRow");
            end = method("endRow");
            ofLong = method("append", long.class);
            ofInt = method("append", int.class);
            ofText = method("append", String.class);
            ofNull = method("appendNull");
        } catch (ReflectiveOperationException unknown) {
            throw new IllegalStateException("the driver has another appender than expected", unknown);
        }
    }

    private MethodHandle method(String name, Class<?>... parameters) throws ReflectiveOperationException {
        Class<?> type = appender.getClass();
        return LOOKUP.findVirtual(type, name, MethodType.methodType(type, parameters))
                .bindTo(appender)
                .asType(MethodType.methodType(void.class, parameters));
    }

    Rows begin() {
        try {
            begin.invokeExact();
            return this;
        } catch (Throwable failed) {
            throw failure(failed);
        }
    }

    /** Adds a value of a column of the type {@code BIGINT}. */
    Rows add(long value) {
        try {
            ofLong.invokeExact(value);
            return this;
        } catch (Throwable failed) {
            throw failure(failed);
        }
    }

    /** Adds a value of a column of the type {@code INTEGER}. */
    Rows add(int value) {
        try {
            ofInt.invokeExact(value);
            return this;
        } catch (Throwable failed) {
            throw failure(failed);
        }
    }

    /** Adds a value of a column of the type {@code VARCHAR}. */
    Rows add(String value) {
        try {
            ofText.invokeExact(value);
            return this;
        } catch (Throwable failed) {
            throw failure(failed);
        }
    }

    /** Adds a null of any type. */
    Rows addNull() {
        try {
            ofNull.invokeExact();
            return this;
        } catch (Throwable failed) {
            throw failure(failed);
        }
    }

    void end() {
        try {
            end.invokeExact();
        } catch (Throwable failed) {
            throw failure(failed);
        }
    }

    private static RuntimeException failure(Throwable failed) {
        return switch (failed) {
            case Error error -> throw error;
            case RuntimeException unchecked -> unchecked;
            case SQLException refused -> new LoadException(refused);
            default -> new IllegalStateException(failed);
        };
    }

    /** Writes what was added. */
    @Override
    public void close() throws SQLException {
        try {
            appender.close();
        } catch (SQLException | RuntimeException failed) {
            throw failed;
        } catch (Exception impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Carries the database's refusal through code that knows no SQL, such as a reader of histories. */
    static final class LoadException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final SQLException refusal;

        LoadException(SQLException refusal) {
            super(refusal);
            this.refusal = refusal;
        }

        SQLException refusal() {
            return refusal;
        }
    }

    /** Adds one row of any values to a table; for few rows. Times are those of UTC. */
    static void insert(Connection connection, Table table, @Nullable Object... values) throws SQLException {
        String marks = "?" + ", ?".repeat(values.length - 1);
        try (var statement = connection.prepareStatement("INSERT INTO " + table.name() + " VALUES (" + marks + ")")) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.execute();
        }
    }

    /** Returns a time as DuckDB takes it for a {@code TIMESTAMP}. */
    static LocalDateTime time(Instant instant) {
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    }
}
