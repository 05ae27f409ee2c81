package moirai.analysis.axioms.saturation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * Edges for what a reader T3 sees of the transactions T2 from which it reads.
 *
 * <p>For each transaction T3:
 *
 * <ol>
 *   <li>Two reads of one key from different transactions force an edge: along program order for read committed, both
 *       ways, which is a cycle, for read atomic.
 *   <li>For each T2 from which T3 reads, once: look for the keys that T2 writes and T3 reads from another T1 (under
 *       read committed, after its first read from T2). Go through the writes of T2 or the reads of T3, whichever are
 *       fewer. Of several such reads of a key the next is enough, by step 1.
 * </ol>
 *
 * <p>Cost: a transaction with m reads and sources with w writes each costs Σ min(w, m log w). With n ops, at most √n
 * transactions have more than √n reads and pay O(n) each; the others pay at most √n log n a read: O(n^1.5 log n), the
 * logarithm from a binary search, and linear if transactions are short. Møldrup, Pavlogiannis, "AWDIT: An Optimal Weak
 * Database Isolation Tester" (2025), has the rules for one reader, O(n^1.5), and a conditional lower bound of n^1.5 for
 * every level from read committed to causal.
 */
final class ReadSources {

    private final PrecedenceGraph graph;
    private final KeyValueHistory history;
    /**
     * The read of each key that was met last; it belongs to the current transaction unless it comes before its first
     * read.
     */
    private final int[] readOfKey;
    /** The reader of each transaction that was met last. */
    private final int[] lastReader;
    /** The first reads of the current transaction from each of its sources. */
    private final IntArrayList firsts = new IntArrayList();

    ReadSources(PrecedenceGraph graph, KeyValueHistory history) {
        this.graph = graph;
        this.history = history;
        this.readOfKey = filled(history.keyCount());
        this.lastReader = filled(history.txnCount());
    }

    private static int[] filled(int length) {
        int[] column = new int[length];
        Arrays.fill(column, -1);
        return column;
    }

    /** Adds the edges of read committed: T2 is visible to the reads that come after a read from T2. */
    void addReadCommitted() {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.endRead(txn) - history.firstRead(txn) > 1) {
                findFirsts(txn);
                addLaterReads(txn);
            }
        }
    }

    /** Adds the edges of read atomic, but for the base order: T2 is visible to all reads. */
    void addReadAtomic() {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.endRead(txn) - history.firstRead(txn) > 1) {
                findFirsts(txn);
                addAmbiguousReads(txn);
                for (int i = 0; i < firsts.size(); i++) {
                    addOverwritten(txn, history.readSource(firsts.getInt(i)), history.firstRead(txn));
                }
            }
        }
    }

    private void findFirsts(int txn) {
        firsts.clear();
        for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
            int source = history.readSource(read);
            if (source != INITIAL && lastReader[source] != txn) {
                lastReader[source] = txn;
                firsts.add(read);
            }
        }
    }

    /** Goes backwards, so that the read of a key that was met last is the next in program order. */
    private void addLaterReads(int txn) {
        for (int read = history.endRead(txn) - 1; read >= history.firstRead(txn); read--) {
            int source = history.readSource(read);
            if (!firsts.isEmpty() && firsts.topInt() == read) {
                firsts.popInt();
                addOverwritten(txn, source, read + 1);
            }
            int next = readOfKey[history.readKey(read)];
            if (source != INITIAL && next > read && history.readSource(next) != source) {
                graph.add(source, history.readSource(next), txn);
            }
            readOfKey[history.readKey(read)] = read;
        }
    }

    private void addAmbiguousReads(int txn) {
        int first = history.firstRead(txn);
        for (int read = first; read < history.endRead(txn); read++) {
            int key = history.readKey(read);
            int source = history.readSource(read);
            int other = readOfKey[key] < first ? source : history.readSource(readOfKey[key]);
            if (other != source) {
                if (other != INITIAL) {
                    graph.add(other, source, txn);
                }
                if (source != INITIAL) {
                    graph.add(source, other, txn);
                }
            }
            readOfKey[key] = read;
        }
    }

    /** Adds an edge from {@code source} to each other transaction from which {@code txn} reads what it writes. */
    private void addOverwritten(int txn, int source, int fromRead) {
        int endRead = history.endRead(txn);
        if (history.endWrite(source) - history.firstWrite(source) <= endRead - fromRead) {
            for (int write = history.firstWrite(source); write < history.endWrite(source); write++) {
                int read = readOfKey[history.writeKey(write)];
                if (read >= fromRead && history.readSource(read) != source) {
                    graph.add(source, history.readSource(read), txn);
                }
            }
            return;
        }
        for (int read = fromRead; read < endRead; read++) {
            if (history.readSource(read) != source && history.writes(source, history.readKey(read))) {
                graph.add(source, history.readSource(read), txn);
            }
        }
    }
}
