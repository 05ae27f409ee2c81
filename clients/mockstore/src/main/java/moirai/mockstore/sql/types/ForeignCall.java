package moirai.mockstore.sql.types;

import java.util.List;
import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * An expression that only PostgreSQL can evaluate: a query of one value, which reads no table. The value depends on the
 * parameters, and on the time zone and other settings of the session.
 *
 * @param sql the query
 * @param parameters the types of its parameters
 * @param label the name that PostgreSQL gives its column
 * @param result the type of its value
 * @param constant the value as a text or {@link SqlNull#NULL}, if it is the same in each row; else null
 * @param failure the error of a constant in it that has no value; else null
 */
public record ForeignCall(
        String sql,
        List<ColumnType> parameters,
        String label,
        ColumnType result,
        @Nullable Object constant,
        @Nullable StoreException failure) {

    public ForeignCall {
        parameters = List.copyOf(parameters);
    }

    /** Evaluates expressions under the settings of a session. */
    @FunctionalInterface
    public interface Evaluator {

        /**
         * Returns the value as a text, or {@link SqlNull#NULL}.
         *
         * @param values of the parameters, in the same form
         * @throws StoreException as PostgreSQL would
         */
        Object evaluate(ForeignCall call, List<Object> values);
    }
}
