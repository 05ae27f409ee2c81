package moirai.analysis.axioms.incremental;

import java.util.Arrays;

/**
 * Vector clocks: for each transaction and chain, how many of the chain's first transactions belong to a set.
 *
 * <p>Counts only grow. Rows are as wide as they have to be; beyond that they count 0. The
 * clocks of {@code saturation} know the whole graph beforehand instead, so that each is made once and then given up.
 */
final class GrowingClocks {

    private static final int[] EMPTY = {};

    private int[][] rows = new int[16][];
    private int size;

    /** Adds a row that counts nothing. */
    void add() {
        rows = size == rows.length ? Arrays.copyOf(rows, 2 * size) : rows;
        rows[size++] = EMPTY;
    }

    /** Returns how many of the chain's first transactions belong to the set. O(1). */
    int count(int row, int chain) {
        int[] counts = rows[row];
        return chain < counts.length ? counts[chain] : 0;
    }

    /** Makes the count at least this high; returns whether it was lower. O(1). */
    boolean raise(int row, int chain, int count) {
        if (count(row, chain) >= count) {
            return false;
        }
        widened(row, chain + 1)[chain] = count;
        return true;
    }

    /** Makes each count at least that of the other row; returns whether any was lower. O(chains). */
    boolean join(int row, int other) {
        int[] from = rows[other];
        int width = from.length;
        while (width > 0 && from[width - 1] == 0) {
            width--;
        }
        int[] to = widened(row, width);
        boolean isRaised = false;
        for (int chain = 0; chain < width; chain++) {
            if (from[chain] > to[chain]) {
                to[chain] = from[chain];
                isRaised = true;
            }
        }
        return isRaised;
    }

    /** Raises the given counts to those of the row where they are lower. O(chains). */
    void joinInto(int[] counts, int row) {
        int[] from = rows[row];
        for (int chain = 0; chain < Math.min(from.length, counts.length); chain++) {
            counts[chain] = Math.max(counts[chain], from[chain]);
        }
    }

    private int[] widened(int row, int width) {
        int[] counts = rows[row];
        if (counts.length < width) {
            counts = Arrays.copyOf(counts, Math.max(width, counts.length + counts.length / 2));
            rows[row] = counts;
        }
        return counts;
    }
}
