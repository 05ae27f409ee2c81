package moirai.mockstore.sql.expression.function;

import java.util.List;
import moirai.mockstore.sql.types.SqlType;

/**
 * A function or operator for arguments of certain types.
 *
 * @param strict whether it is null as soon as one argument is; its body is not called then
 */
public record Signature(List<SqlType> parameters, SqlType result, boolean strict, Body body) {

    public Signature {
        parameters = List.copyOf(parameters);
    }

    /** A strict one. */
    static Signature of(List<SqlType> parameters, SqlType result, Body body) {
        return new Signature(parameters, result, true, body);
    }

    /** What it does; the arguments are of the types of the parameters. */
    @FunctionalInterface
    public interface Body {

        /**
         * The value for these arguments, which the caller gives away.
         *
         * @throws moirai.mockstore.StoreException as PostgreSQL would refuse
         */
        Object apply(Object[] arguments);
    }
}
