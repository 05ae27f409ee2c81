package moirai.history;

import java.util.Arrays;

/** A column of ints: grown while a history is built, then only read. */
final class Ints {

    /** The length of the longest array that every JVM grants. */
    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    private int[] values;
    private int size;

    Ints(int capacity) {
        this.values = new int[capacity];
    }

    int size() {
        return size;
    }

    int at(int index) {
        return values[index];
    }

    void set(int index, int value) {
        values[index] = value;
    }

    void add(int value) {
        if (size == values.length) {
            reserve(1);
        }
        values[size++] = value;
    }

    /** Adds {@code count} zeros and returns the index of the first. */
    int addZeros(int count) {
        reserve(count);
        int first = size;
        size += count;
        return first;
    }

    void copyFrom(int[] source, int from, int to, int index) {
        System.arraycopy(source, from, values, index, to - from);
    }

    void copyWithin(int from, int to, int count) {
        System.arraycopy(values, from, values, to, count);
    }

    /** Copies {@code count} values from {@code index} on to the start of {@code target}. */
    void copyTo(int index, int[] target, int count) {
        System.arraycopy(values, index, target, 0, count);
    }

    /** Adds {@code count} values of another column and returns the index of the first. */
    int addFrom(Ints source, int index, int count) {
        int first = addZeros(count);
        System.arraycopy(source.values, index, values, first, count);
        return first;
    }

    /**
     * Returns how many values agree before the first of {@code count} from {@code index} on that differs from those of
     * {@code other} from {@code from} on, or -1.
     */
    int mismatch(int index, int[] other, int from, int count) {
        return Arrays.mismatch(values, index, index + count, other, from, from + count);
    }

    /** Keeps the values at these places, in the order of the places. O(places), with room for both at the end. */
    void gather(int[] places) {
        int[] gathered = new int[places.length];
        for (int i = 0; i < places.length; i++) {
            gathered[i] = values[places[i]];
        }
        values = gathered;
        size = gathered.length;
    }

    /** Puts the values from {@code first} on into another order: first comes that at {@code first + order[0]}. */
    void arrange(int first, int[] order, int count, int[] room) {
        for (int i = 0; i < count; i++) {
            room[i] = values[first + order[i]];
        }
        System.arraycopy(room, 0, values, first, count);
    }

    /**
     * Keeps, as {@link #gather(int[])} does, all values from {@code starts[range]} to before {@code starts[range + 1]}.
     */
    void gather(int[] ranges, Ints starts) {
        int[] gathered = new int[size];
        int to = 0;
        for (int range : ranges) {
            int end = starts.at(range + 1);
            for (int from = starts.at(range); from < end; from++) {
                gathered[to++] = values[from];
            }
        }
        values = gathered;
        size = to;
    }

    /** Frees the room that was not used, if it is more than an eighth: a copy takes as much for a while. */
    Ints trim() {
        if (values.length - size > size / 8) {
            values = Arrays.copyOf(values, size);
        }
        return this;
    }

    /** Makes room for so many more values; exactly for these if they are more than half of those that are there. */
    void reserve(int count) {
        int needed = size + count;
        // Negative where the sum is too large for an int, and then refused by name.
        if (needed < 0 || needed > values.length) {
            values = Arrays.copyOf(values, grown(values.length, needed));
        }
    }

    /**
     * Returns a capacity of any column of at least {@code needed}, half as much again as before where that is more.
     */
    static int grown(int capacity, int needed) {
        if (needed < 0 || needed > LENGTH_MAX) {
            throw new IllegalStateException("a history column is limited to " + LENGTH_MAX + " entries");
        }
        long roomy = 16L + capacity + (capacity >> 1);
        return (int) Math.min(LENGTH_MAX, Math.max(needed, roomy));
    }
}
