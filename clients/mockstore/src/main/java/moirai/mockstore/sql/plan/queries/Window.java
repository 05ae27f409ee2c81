package moirai.mockstore.sql.plan.queries;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.Optional;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * The LIMIT and OFFSET clauses of a query.
 *
 * @param limit the greatest number of rows; null for no limit
 * @param offset the number of rows to skip; null for none
 */
public record Window(
        @Nullable SqlExpression limit, @Nullable SqlExpression offset) {

    /** The window of all rows. */
    public static final Window ALL = new Window(null, null);

    public boolean isAll() {
        return limit == null && offset == null;
    }

    /** Returns the rows inside the window. */
    <T> Iterator<T> of(Iterator<T> rows, PlanFrame frame) {
        long skipped =
                offset == null ? 0 : number(offset, frame, "2201X", "OFFSET").orElse(0L);
        long count = limit == null
                ? Long.MAX_VALUE
                : number(limit, frame, "2201W", "LIMIT").orElse(Long.MAX_VALUE);
        return new Iterator<>() {

            private long toSkip = skipped;
            private long rest = count;

            @Override
            public boolean hasNext() {
                if (rest == 0) {
                    return false;
                }
                while (toSkip > 0 && rows.hasNext()) {
                    rows.next();
                    toSkip--;
                }
                return rows.hasNext();
            }

            @Override
            public T next() {
                rest--;
                return rows.next();
            }
        };
    }

    private static Optional<Long> number(SqlExpression expression, PlanFrame frame, String sqlState, String clause) {
        Object value = expression.evaluate(frame);
        if (value == SqlNull.NULL) {
            return Optional.empty();
        }
        long number = switch (value) {
            case Integer small -> small;
            case Long big -> big;
            case String text -> (Long) Conversion.convert(text, SqlType.UNKNOWN, SqlType.BIGINT);
            case BigDecimal exact -> (Long) Conversion.convert(exact, SqlType.NUMERIC, SqlType.BIGINT);
            default -> throw new StoreException("42804", "argument of " + clause + " must be a number, not " + value);
        };
        if (number < 0) {
            throw new StoreException(sqlState, clause + " must not be negative, but is " + number);
        }
        return Optional.of(number);
    }
}
