package moirai.analysis.axioms;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Makes columns of what was collected; what is given is taken over, and must not be used again. */
final class Columns {

    private Columns() {}

    /** Returns the values, without a copy if there is no room behind them. */
    static int[] exact(IntArrayList values) {
        values.trim();
        return values.elements();
    }

    /** Returns the values as {@link #exact(IntArrayList)} does. */
    static long[] exact(LongArrayList values) {
        values.trim();
        return values.elements();
    }
}
