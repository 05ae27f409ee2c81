package moirai.analysis.columns;

import java.util.Arrays;

/**
 * A column of ints that grows at its end. The JVM's first compiler inlines {@link #add}, which is small: calls of a
 * list's were a twentieth of the check of a million transactions.
 */
public final class IntColumn {

    private int[] values;
    private int size;

    public IntColumn(int capacity) {
        this.values = new int[capacity];
    }

    public int size() {
        return size;
    }

    public void add(int value) {
        if (size == values.length) {
            grow();
        }
        values[size++] = value;
    }

    private void grow() {
        values = Arrays.copyOf(values, Math.addExact(values.length, (values.length >> 1) + 16));
    }

    /** Returns the values, without a copy if there is no room behind them. The column must not be used again. */
    public int[] exact() {
        return withRoom(0);
    }

    /** Returns the values and a little room behind them, mostly without a copy. The column must not be used again. */
    public int[] roomy() {
        return withRoom(size / 4);
    }

    private int[] withRoom(int room) {
        return values.length > size + room ? Arrays.copyOf(values, size + room) : values;
    }

    /** Returns the values and whatever is behind them. */
    public int[] values() {
        return values;
    }
}
