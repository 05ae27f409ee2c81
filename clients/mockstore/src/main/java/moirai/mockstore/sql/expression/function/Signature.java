package moirai.mockstore.sql.expression.function;

import java.util.List;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/**
 * A function or operator for arguments of certain types.
 *
 * @param strict whether the result is null as soon as an argument is; the body is not called then
 */
public record Signature(List<SqlType> parameters, SqlType result, boolean strict, Body body) {

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /** The body of what PostgreSQL has and the store does not. */
    public record Refusing(String construct) implements Body {

        /** Returns the refusal. */
        public StoreException refusal() {
            return TypeErrors.unsupported(construct);
        }

        @Override
        public Object apply(Object[] arguments) {
            throw refusal();
        }
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
