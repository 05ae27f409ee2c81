package moirai.history;

import java.util.Arrays;

/** A column of longs: grown while a history is built, then only read. */
final class Longs {

    private long[] values;
    private int size;

    Longs(int capacity) {
        this.values = new long[capacity];
    }

    int size() {
        return size;
    }

    long at(int index) {
        return values[index];
    }

    void add(long value) {
        if (size == values.length) {
            reserve(1);
        }
        values[size++] = value;
    }

    void set(int index, long value) {
        values[index] = value;
    }

    void addZeros(int count) {
        reserve(count);
        size += count;
    }

    /** Adds {@code count} values of another column. */
    void addFrom(Longs source, int index, int count) {
        reserve(count);
        System.arraycopy(source.values, index, values, size, count);
        size += count;
    }

    /** Makes room for so many more values, as {@link Ints#reserve} does. */
    void reserve(int count) {
        int needed = size + count;
        if (needed < 0 || needed > values.length) {
            values = Arrays.copyOf(values, Ints.grown(values.length, needed));
        }
    }

    /** Keeps the values at these places, in the order of the places. O(places), with room for both at the end. */
    void gather(int[] places) {
        long[] gathered = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            gathered[i] = values[places[i]];
        }
        values = gathered;
        size = gathered.length;
    }

    /** Puts the values from {@code first} on into another order: first comes that at {@code first + order[0]}. */
    void arrange(int first, int[] order, int count, long[] room) {
        for (int i = 0; i < count; i++) {
            room[i] = values[first + order[i]];
        }
        System.arraycopy(room, 0, values, first, count);
    }

    /**
     * Keeps, as {@link #gather(int[])} does, all values from {@code starts[range]} to before {@code starts[range + 1]}.
     */
    void gather(int[] ranges, Ints starts) {
        long[] gathered = new long[size];
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
    Longs trim() {
        if (values.length - size > size / 8) {
            values = Arrays.copyOf(values, size);
        }
        return this;
    }
}
