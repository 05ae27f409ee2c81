package moirai.history;

import java.util.Arrays;

/** A column of ints: grown while a history is built, then only read. */
final class Ints {

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
        reserve(1);
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

    /**
     * The first index at which {@code count} values from {@code index} on differ from those of {@code other}, or -1.
     */
    int mismatch(int index, int[] other, int count) {
        return Arrays.mismatch(values, index, index + count, other, 0, count);
    }

    /** Gives back the room that was reserved and not used. */
    Ints trim() {
        values = Arrays.copyOf(values, size);
        return this;
    }

    private void reserve(int count) {
        int needed = size + count;
        // Negative where the sum is too large for an int, and then refused by name.
        if (needed < 0 || needed > values.length) {
            values = Arrays.copyOf(values, Columns.grown(values.length, needed));
        }
    }
}
