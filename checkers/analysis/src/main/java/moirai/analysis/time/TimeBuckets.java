package moirai.analysis.time;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/*
 * The widths are 1, 2, 10, 20, 100, 200 nanoseconds and so on: each divides the next, and a second is one of them. A
 * bucket of width w covers the times from i × w to (i + 1) × w - 1, for some number i. So a bucket of a greater width
 * is made of whole smaller ones.
 *
 * Invariant: the width is the smallest one for which the earliest and the latest time are in buckets whose numbers
 * differ by less than the limit. So the buckets follow from the set of times and not from the order in which they
 * came, if merging contents does not depend on an order either.
 *
 * Cost: O(1) for a time in a bucket that exists. The width grows at most 37 times, each time in O(limit).
 */
/**
 * Buckets of time of one width, each with contents. There are as many as the times need but never more than a limit:
 * when there would be more, the width grows, and neighbouring buckets become one.
 *
 * @param <T> the contents of a bucket, which can be changed
 */
public final class TimeBuckets<T> {

    /** The least limit: with fewer buckets no width would be great enough for all times that a long can hold. */
    private static final int LIMIT_MIN = 10;

    private final int limit;
    private final Supplier<T> empty;
    private final BiConsumer<T, T> merge;
    private final List<T> buckets = new ArrayList<>();
    private long widthNanos = 1;
    private boolean isWidthPowerOfTen = true;
    /** The number of the first bucket: its times divided by the width. */
    private long first;

    /** The bucket that was last asked for, and the time of its begin. */
    private int recent = -1;

    private long recentNanos;

    /**
     * Creates buckets without any time.
     *
     * @param limit the maximal number of buckets, at least 10
     * @param empty makes the contents of a bucket in which nothing happened
     * @param merge adds the second contents to the first; must not depend on an order
     */
    public TimeBuckets(int limit, Supplier<T> empty, BiConsumer<T, T> merge) {
        if (limit < LIMIT_MIN) {
            throw new IllegalArgumentException("a limit of " + limit + " buckets; expected at least " + LIMIT_MIN);
        }
        this.limit = limit;
        this.empty = empty;
        this.merge = merge;
    }

    /** Returns the contents of the bucket of a time, which is made if it does not exist. */
    public T at(long nanos) {
        if (recent < 0 || nanos < recentNanos || nanos - recentNanos >= widthNanos) {
            makeRoom(nanos);
            long number = Math.floorDiv(nanos, widthNanos);
            recent = (int) (number - first);
            recentNanos = number * widthNanos;
        }
        return buckets.get(recent);
    }

    private void makeRoom(long nanos) {
        if (buckets.isEmpty()) {
            first = nanos / widthNanos;
            buckets.add(empty.get());
        }
        while (isTooFar(Math.floorDiv(nanos, widthNanos))) {
            widen(isWidthPowerOfTen ? 2 : 5);
        }
        long number = Math.floorDiv(nanos, widthNanos);
        if (number < first) {
            List<T> before = new ArrayList<>();
            for (long missing = first - number; missing > 0; missing--) {
                before.add(empty.get());
            }
            buckets.addAll(0, before);
            first = number;
        }
        while (number - first >= buckets.size()) {
            buckets.add(empty.get());
        }
    }

    /** Decides whether there would be too many buckets if there were one with this number. */
    private boolean isTooFar(long number) {
        long low = Math.min(first, number);
        long high = Math.max(first + buckets.size() - 1, number);
        return Long.compareUnsigned(high - low, limit) >= 0;
    }

    private void widen(int factor) {
        List<T> narrow = List.copyOf(buckets);
        long from = first;
        buckets.clear();
        first = Math.floorDiv(from, factor);
        for (int i = 0; i < narrow.size(); i++) {
            int into = (int) (Math.floorDiv(from + i, factor) - first);
            if (into == buckets.size()) {
                buckets.add(narrow.get(i));
            } else {
                merge.accept(buckets.get(into), narrow.get(i));
            }
        }
        widthNanos *= factor;
        isWidthPowerOfTen = !isWidthPowerOfTen;
        recent = -1;
    }

    /** Returns the buckets from the first to the last. O(buckets). */
    public TimeSeries<T> series() {
        return new TimeSeries<>(first * widthNanos, widthNanos, buckets);
    }
}
