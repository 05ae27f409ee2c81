package moirai.runs.latency;

import java.util.List;

/*
 * The integral of a linear rate is computed from the begin of the stage if the rate grows, and from the end of the
 * stage if it falls. Both are sums of terms that are not negative and grow with the time that has passed, or that is
 * left. Rounding keeps such sums in order, so the curve never falls. Its inverse is found by bisection, and therefore
 * fits the curve to the nanosecond, however values were rounded: the number of transactions that are due before a time
 * never contradicts the times at which they are due.
 *
 * Doubles have 53 bits, so the curve is off by less than one transaction in a century at 500,000 transactions a second.
 */
/**
 * The number of transactions that are due by a time: the integral of the rate of {@link Stages}, and its inverse. Both
 * cost O(stages), and the inverse some sixty steps more.
 */
final class ArrivalCurve {

    private static final double NANOS_A_SECOND = 1e9;

    /** The time for which the last rate goes on: a hundred years. */
    private static final long TAIL_NANOS = 36_500L * 86_400 * 1_000_000_000;

    private final int count;
    private final long[] beginNanos;
    private final long[] lengthNanos;
    private final double[] rateFrom;
    private final double[] rateTo;
    /** The number of transactions that are due by the begin of each stage; one more for the end of the last. */
    private final double[] before;

    ArrivalCurve(Stages stages) {
        List<Stages.Stage> all = stages.stages();
        count = all.isEmpty() ? 0 : all.size() + 1;
        beginNanos = new long[count];
        lengthNanos = new long[count];
        rateFrom = new double[count];
        rateTo = new double[count];
        before = new double[count + 1];
        long begin = 0;
        for (int i = 0; i < count; i++) {
            boolean isTail = i == all.size();
            beginNanos[i] = begin;
            lengthNanos[i] = isTail ? TAIL_NANOS : all.get(i).length().toNanos();
            rateTo[i] = all.get(isTail ? i - 1 : i).rate();
            rateFrom[i] = isTail ? rateTo[i] : stages.rateBefore(i);
            before[i + 1] = before[i] + area(lengthNanos[i], lengthNanos[i], rateFrom[i], rateTo[i]);
            begin += lengthNanos[i];
        }
    }

    /** Returns the integral of a rate that grows from {@code low} to {@code high} over the first nanoseconds. */
    private static double area(long nanos, long length, double low, double high) {
        double constant = nanos * Math.min(low, high) / NANOS_A_SECOND;
        double slope = Math.abs(high - low) / length;
        return constant + slope * nanos * nanos / 2 / NANOS_A_SECOND;
    }

    boolean isPaced() {
        return count > 0;
    }

    /** Returns the number of transactions that are due in the first nanoseconds of a run; it grows with them. */
    double countAt(long nanos) {
        if (count == 0 || nanos <= 0) {
            return 0;
        }
        int stage = count - 1;
        while (beginNanos[stage] > nanos) {
            stage--;
        }
        return countWithin(stage, Math.min(nanos - beginNanos[stage], lengthNanos[stage]));
    }

    private double countWithin(int stage, long nanos) {
        return rateTo[stage] >= rateFrom[stage]
                ? before[stage] + area(nanos, lengthNanos[stage], rateFrom[stage], rateTo[stage])
                : Math.max(
                        before[stage],
                        before[stage + 1]
                                - area(lengthNanos[stage] - nanos, lengthNanos[stage], rateTo[stage], rateFrom[stage]));
    }

    /** Returns the first nanosecond by which so many transactions are due; {@link Long#MAX_VALUE} if there is none. */
    long nanosAt(double due) {
        if (due <= 0) {
            return 0;
        }
        int stage = 0;
        while (stage < count && before[stage + 1] < due) {
            stage++;
        }
        if (stage == count) {
            return Long.MAX_VALUE;
        }
        long low = 0;
        long high = lengthNanos[stage];
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (countWithin(stage, middle) >= due) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return beginNanos[stage] + low;
    }
}
