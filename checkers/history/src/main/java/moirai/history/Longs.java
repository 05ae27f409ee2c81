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
            values = Arrays.copyOf(values, Ints.grown(size, size + 1));
        }
        values[size++] = value;
    }

    void set(int index, long value) {
        values[index] = value;
    }

    /** Adds {@code count} zeros. */
    void addZeros(int count) {
        int needed = Math.addExact(size, count);
        if (needed > values.length) {
            values = Arrays.copyOf(values, Ints.grown(values.length, needed));
        }
        size = needed;
    }

    /** Gives back the room that was reserved and not used. */
    Longs trim() {
        if (values.length > size) {
            values = Arrays.copyOf(values, size);
        }
        return this;
    }
}
