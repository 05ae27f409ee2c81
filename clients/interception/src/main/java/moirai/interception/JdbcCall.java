package moirai.interception;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call of a method on an intercepted object, before it reaches the driver's object. */
public final class JdbcCall {

    private final Object delegate;
    private final Method method;
    private final @Nullable Object[] arguments;

    JdbcCall(Object delegate, Method method, @Nullable Object @Nullable [] arguments) {
        this.delegate = delegate;
        this.method = method;
        this.arguments = arguments == null ? new @Nullable Object[0] : arguments;
    }

    /** Returns the name of the method. */
    public String name() {
        return method.getName();
    }

    /** Returns the number of arguments. */
    public int argumentCount() {
        return arguments.length;
    }

    /** Returns the argument at an index from 0; empty if there is none, or if it is null. */
    public Optional<Object> argument(int index) {
        return index < arguments.length ? Optional.ofNullable(arguments[index]) : Optional.empty();
    }

    /** Returns all arguments in brackets, as text. */
    public String shownArguments() {
        return Arrays.toString(arguments);
    }

    /** Returns the first argument if it is a text; otherwise an empty text. */
    public String sql() {
        return argument(0).orElse("") instanceof String sql ? sql : "";
    }

    /**
     * Passes the call to the driver's object and returns its answer.
     *
     * @throws SQLException as the driver throws it
     */
    public @Nullable Object proceed() throws SQLException {
        try {
            return method.invoke(delegate, arguments);
        } catch (InvocationTargetException failure) {
            switch (failure.getCause()) {
                case SQLException refused -> throw refused;
                case RuntimeException unchecked -> throw unchecked;
                case Error error -> throw error;
                case null, default ->
                    throw new IllegalStateException(method + " threw what it does not declare", failure);
            }
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(method + " is public in JDBC", hidden);
        }
    }
}
