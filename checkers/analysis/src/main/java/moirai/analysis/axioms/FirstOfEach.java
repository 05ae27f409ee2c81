package moirai.analysis.axioms;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** Columns that hold, for each transaction or key, where its entries in another column begin. */
final class FirstOfEach {

    private FirstOfEach() {}

    /** Returns where the entries of each group begin, and their number at the end. The groups are given ascending. */
    static int[] of(IntArrayList groups, int groupCount) {
        int[] first = new int[groupCount + 1];
        for (int i = 0; i < groups.size(); i++) {
            first[groups.getInt(i) + 1]++;
        }
        for (int group = 0; group < groupCount; group++) {
            first[group + 1] += first[group];
        }
        return first;
    }

    /** Sorts each transaction's keys and drops repetitions; {@code first} is adapted. There may be room at the end. */
    static int[] withoutRepetitions(int[] keys, int[] first) {
        int kept = 0;
        int from = 0;
        for (int txn = 0; txn + 1 < first.length; txn++) {
            int to = first[txn + 1];
            if (to - from > 1) {
                Arrays.sort(keys, from, to);
            }
            first[txn] = kept;
            for (int i = from; i < to; i++) {
                if (i == from || keys[i] != keys[i - 1]) {
                    keys[kept++] = keys[i];
                }
            }
            from = to;
        }
        first[first.length - 1] = kept;
        return kept < keys.length - keys.length / 4 ? Arrays.copyOf(keys, kept) : keys;
    }
}
