package moirai.mockstore.sql.expression.aggregate;

import java.math.BigDecimal;
import java.util.List;
import moirai.mockstore.sql.types.Conversion;
import moirai.mockstore.sql.types.Interval;
import moirai.mockstore.sql.types.Numerics;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlType;
import moirai.mockstore.sql.types.TypeErrors;

/** Sums and averages. Exact numbers are not rounded until the end; floats are added in the order of the rows. */
final class Totals {

    private Totals() {}

    static Aggregate.Accumulator sum(SqlType argument, SqlType result) {
        return switch (result) {
            case REAL, DOUBLE -> new Floats(result, false);
            case INTERVAL -> new Fold(argument, result, (sum, value) -> ((Interval) sum).plus((Interval) value));
            default -> new Exact(argument, result, false);
        };
    }

    static Aggregate.Accumulator average(SqlType argument, SqlType result) {
        return result == SqlType.NUMERIC ? new Exact(argument, result, true) : new Floats(result, true);
    }

    /** The sum or the average of integers and numerics. */
    private static final class Exact implements Aggregate.Accumulator {

        private final SqlType argument;
        private final SqlType result;
        private final boolean average;
        private BigDecimal sum = BigDecimal.ZERO;
        private long count;

        Exact(SqlType argument, SqlType result, boolean average) {
            this.argument = argument;
            this.result = result;
            this.average = average;
        }

        @Override
        public void add(List<Object> arguments) {
            Object value = arguments.get(0);
            if (value != SqlNull.NULL) {
                sum = Numerics.add(sum, (BigDecimal) Conversion.convert(value, argument, SqlType.NUMERIC));
                count++;
            }
        }

        @Override
        public Object result() {
            if (count == 0) {
                return SqlNull.NULL;
            }
            return average
                    ? Numerics.divide(sum, BigDecimal.valueOf(count))
                    : Conversion.convert(sum, SqlType.NUMERIC, result);
        }
    }

    /** The total of floats; an average is computed from the sum of the numbers as doubles. */
    private static final class Floats implements Aggregate.Accumulator {

        private final SqlType result;
        private final boolean average;
        private double sum;
        private long count;

        Floats(SqlType result, boolean average) {
            this.result = result;
            this.average = average;
        }

        @Override
        public void add(List<Object> arguments) {
            if (!(arguments.get(0) instanceof Number number)) {
                return;
            }
            double before = sum;
            double value = number.doubleValue();
            sum = result == SqlType.REAL ? (float) (sum + value) : sum + value;
            count++;
            if (Double.isInfinite(sum) && Double.isFinite(before) && Double.isFinite(value)) {
                throw TypeErrors.floatOverflow();
            }
        }

        @Override
        public Object result() {
            if (count == 0) {
                return SqlNull.NULL;
            }
            double total = average ? sum / count : sum;
            if (result == SqlType.REAL) {
                return (float) total;
            }
            return total;
        }
    }
}
