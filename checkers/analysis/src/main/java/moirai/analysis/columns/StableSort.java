package moirai.analysis.columns;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Sorts integers by numbers that belong to them; those with equal numbers keep their order. */
public final class StableSort {

    private StableSort() {}

    /** Returns the numbers from 0 to below {@code count}, sorted by their keys. O(count). */
    public static int[] range(int count, IntToLongFunction key) {
        int[] all = new int[count];
        Arrays.setAll(all, i -> i);
        return by(key, all);
    }

    /**
     * Returns a new array of the integers, sorted by their keys. O(integers): a radix sort, or nothing if they stand in
     * order already, as transactions of a recorded history mostly do.
     */
    public static int[] by(IntToLongFunction key, int... integers) {
        long[] keys = new long[integers.length];
        boolean isSorted = true;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = key.applyAsLong(integers[i]);
            isSorted &= i == 0 || keys[i - 1] <= keys[i];
        }
        if (isSorted) {
            return integers.clone();
        }
        int[] order = new int[keys.length];
        Arrays.setAll(order, i -> i);
        LongArrays.radixSortIndirect(order, keys, true);
        for (int i = 0; i < order.length; i++) {
            order[i] = integers[order[i]];
        }
        return order;
    }
}
