package moirai.mockstore.sql.types;

import java.util.List;
import java.util.Optional;
import moirai.mockstore.StoreException;

/**
 * An expression that only PostgreSQL can evaluate: a query of one value, which reads no table and depends on nothing
 * but its parameters.
 *
 * @param sql the query
 * @param parameters the types of its parameters
 * @param label the name that PostgreSQL gives its column
 * @param result the type of its value
 * @param constant its value, if that depends on nothing
 * @param failure of planning it, because a constant in it cannot be evaluated
 */
public record ForeignCall(
        String sql,
        List<ColumnType> parameters,
        String label,
        ColumnType result,
        Optional<Object> constant,
        Optional<StoreException> failure) {

    public ForeignCall {
        parameters = List.copyOf(parameters);
    }

    /** Evaluates expressions in the name of a session. */
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
