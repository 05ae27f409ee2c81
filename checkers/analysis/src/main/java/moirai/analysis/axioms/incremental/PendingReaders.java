package moirai.analysis.axioms.incremental;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The distinct sources from which pending transactions have read: a transaction may have read thousands of keys from a
 * few.
 */
final class PendingReaders {

    private static final class Reader {

        private final IntArrayList sources = new IntArrayList(4);
        private int readCount;
    }

    private final TxnTable txns;
    private final Int2ObjectOpenHashMap<Reader> readers = new Int2ObjectOpenHashMap<>();

    PendingReaders(TxnTable txns) {
        this.txns = txns;
    }

    /**
     * Returns the distinct sources without the initial state, for reading only. O(reads since it was last asked ×
     * sources).
     */
    IntArrayList sources(int txn) {
        Reader reader = readers.computeIfAbsent(txn, key -> new Reader());
        IntArrayList sources = txns.readSources(txn);
        for (; reader.readCount < sources.size(); reader.readCount++) {
            int source = sources.getInt(reader.readCount);
            if (source != INITIAL && !reader.sources.contains(source)) {
                reader.sources.add(source);
            }
        }
        return reader.sources;
    }

    /** Forgets a transaction that has ended. */
    void forget(int txn) {
        readers.remove(txn);
    }
}
