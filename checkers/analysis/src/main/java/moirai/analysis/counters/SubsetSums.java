package moirai.analysis.counters;

import it.unimi.dsi.fastutil.longs.Long2IntRBTreeMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * The set of all sums of some of given numbers.
 *
 * <p>A set of bits, one for each number between the least and the greatest sum; equal numbers are taken in powers of
 * two, so that n of them cost O(log n) shifts. Exact as long as the bits and the shifts stay within a limit; beyond,
 * only the least and the greatest sum are known. O(distinct numbers × log × range / 64).
 */
final class SubsetSums {

    private static final long BITS_MAX = 1L << 22;
    private static final long WORDS_SHIFTED_MAX = 20_000_000;

    private final long min;
    private final long max;
    private final long[] bits;
    private final boolean exact;

    private SubsetSums(long min, long max, long[] bits, boolean exact) {
        this.min = min;
        this.max = max;
        this.bits = bits;
        this.exact = exact;
    }

    static SubsetSums of(LongArrayList numbers) {
        long min = 0;
        long max = 0;
        var counts = new Long2IntRBTreeMap();
        for (int i = 0; i < numbers.size(); i++) {
            long number = numbers.getLong(i);
            min += Math.min(0, number);
            max += Math.max(0, number);
            if (number != 0) {
                counts.addTo(number, 1);
            }
        }
        var shifts = new LongArrayList();
        for (var entry : counts.long2IntEntrySet()) {
            int left = entry.getIntValue();
            for (int taken = 1; left > 0; taken *= 2) {
                shifts.add(Math.abs(entry.getLongKey()) * Math.min(taken, left));
                left -= Math.min(taken, left);
            }
        }
        boolean exact = max - min < BITS_MAX && ((max - min) / 64 + 1) * shifts.size() <= WORDS_SHIFTED_MAX;
        if (!exact) {
            return new SubsetSums(min, max, new long[0], false);
        }
        // To leave out a negative number from all of them is to add its size to the least sum.
        long[] bits = new long[(int) ((max - min) / 64 + 1)];
        bits[0] = 1;
        for (int i = 0; i < shifts.size(); i++) {
            orShifted(bits, shifts.getLong(i));
        }
        return new SubsetSums(min, max, bits, true);
    }

    /** Adds to each sum the shift; from the top, so that no sum gets it twice. */
    private static void orShifted(long[] bits, long shift) {
        int words = (int) (shift / 64);
        int rest = (int) (shift % 64);
        for (int i = bits.length - 1; i >= words; i--) {
            long shifted = bits[i - words] << rest;
            if (rest > 0 && i > words) {
                shifted |= bits[i - words - 1] >>> (64 - rest);
            }
            bits[i] |= shifted;
        }
    }

    /** Returns the least sum; of no numbers it is 0. */
    long min() {
        return min;
    }

    /** Returns the greatest sum; of no numbers it is 0. */
    long max() {
        return max;
    }

    /** Returns whether {@link #mayContain} is exact. */
    boolean isExact() {
        return exact;
    }

    /**
     * Returns whether the number is a sum of some; if the limit was exceeded, whether it is between the least and
     * greatest.
     */
    boolean mayContain(long number) {
        if (number < min || number > max) {
            return false;
        }
        long bit = number - min;
        return !exact || (bits[(int) (bit / 64)] >>> (bit % 64) & 1) == 1;
    }
}
