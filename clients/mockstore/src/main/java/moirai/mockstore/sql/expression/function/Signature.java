package moirai.mockstore.sql.expression.function;

import java.util.List;
import moirai.mockstore.sql.types.SqlType;

/**
 * A function or operator for arguments of certain types.
 *
 * @param strict whether the result is null as soon as an argument is; the body is not called then
 */
public record Signature(List<SqlType> parameters, SqlType result, boolean strict, Body body) {

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /** The implementation of a function; its arguments are of the types of the parameters. */
    @FunctionalInterface
    public interface Body {

        /**
         * Returns the value for these arguments, which the body may keep.
         *
         * @throws moirai.mockstore.StoreException as PostgreSQL would refuse
         */
        Object apply(Object[] arguments);
    }
}
