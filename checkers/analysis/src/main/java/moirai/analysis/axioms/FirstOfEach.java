package moirai.analysis.axioms;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Columns that hold, for each transaction, where its entries in another column begin. */
final class FirstOfEach {

    private FirstOfEach() {}

    /** Returns the column with one more entry, the end of the other column. */
    static int[] closed(IntArrayList firsts, int end) {
        int[] column = Arrays.copyOf(firsts.elements(), firsts.size() + 1);
        column[firsts.size()] = end;
        return column;
    }

    /** Sorts each transaction's keys and drops repetitions; {@code first} is adapted. */
    static int[] withoutRepetitions(int[] keys, int[] first) {
        int kept = 0;
        int from = 0;
        for (int txn = 0; txn + 1 < first.length; txn++) {
            int to = first[txn + 1];
            Arrays.sort(keys, from, to);
            first[txn] = kept;
            for (int i = from; i < to; i++) {
                if (i == from || keys[i] != keys[i - 1]) {
                    keys[kept++] = keys[i];
                }
            }
            from = to;
        }
        first[first.length - 1] = kept;
        return Arrays.copyOf(keys, kept);
    }
}
