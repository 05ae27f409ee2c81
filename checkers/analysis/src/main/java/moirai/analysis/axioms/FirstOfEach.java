package moirai.analysis.axioms;

import java.util.Arrays;

/** Columns that hold, for each transaction, where its entries in another column begin. */
final class FirstOfEach {

    private FirstOfEach() {}

    /** Sorts each transaction's keys and drops repetitions; {@code first} is adapted. There may be room at the end. */
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
        return kept < keys.length - keys.length / 4 ? Arrays.copyOf(keys, kept) : keys;
    }
}
