package moirai.analysis.axioms.search;

import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.Optional;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.search.graph.TopologicalSort;

/**
 * A partition of the transactions into paths of the known graph, so that what reaches a transaction can be told by one
 * number a chain; and the writers of each key, chain by chain.
 *
 * <p>Sessions are chains if the base order has them. If not, reads are followed greedily: whoever reads from a
 * transaction that nobody continues yet continues its chain. O(history).
 *
 * <p>It differs from the chains of {@code saturation} in that it holds every transaction, breaks sessions where the
 * base order leaves a gap, and is made for the question which writer of a key in a chain comes last.
 */
final class PathPartition {

    private final int count;
    private final int[] chain;
    private final int[] position;
    /** The writes of each key by chain and position; the first segment of each key; where each segment starts. */
    private final int[] writes;

    private final int[] firstSegment;
    private final int[] segmentStart;

    private PathPartition(Problem problem, int[] chain, int[] position, int count) {
        this.count = count;
        this.chain = chain;
        this.position = position;
        KeyValueHistory history = problem.history();
        this.writes = new int[history.writeCount()];
        this.firstSegment = new int[history.keyCount() + 1];
        this.segmentStart = new int[history.writeCount() + 1];
        sortWrites(problem);
    }

    /** The sessions, in pieces where a transaction does not follow the one before. */
    static PathPartition ofSessions(Problem problem) {
        KeyValueHistory history = problem.history();
        int[] chain = new int[history.txnCount()];
        int[] position = new int[history.txnCount()];
        int count = 0;
        for (int session = 0; session < history.sessionCount(); session++) {
            int start = 0;
            for (int at = 0; at < history.sessionSize(session); at++) {
                int txn = history.txnAt(session, at);
                if (problem.predecessor(txn) == Problem.NONE) {
                    start = at;
                    count++;
                }
                chain[txn] = count - 1;
                position[txn] = at - start;
            }
        }
        return new PathPartition(problem, chain, position, count);
    }

    /** Nothing if the known graph has a cycle. */
    static Optional<PathPartition> ofReads(Problem problem, TopologicalSort sort) {
        KeyValueHistory history = problem.history();
        int[] chain = new int[history.txnCount()];
        int[] position = new int[history.txnCount()];
        boolean[] continued = new boolean[history.txnCount()];
        int count = 0;
        for (int i = 0; i < sort.size(); i++) {
            if (!problem.points().isCommit(sort.at(i))) {
                continue;
            }
            int txn = problem.points().txn(sort.at(i));
            int before = KeyValueHistory.INITIAL;
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int source = history.readSource(read);
                if (source != KeyValueHistory.INITIAL && !continued[source]) {
                    before = source;
                }
            }
            if (before == KeyValueHistory.INITIAL) {
                chain[txn] = count++;
            } else {
                continued[before] = true;
                chain[txn] = chain[before];
                position[txn] = position[before] + 1;
            }
        }
        return sort.isComplete() ? Optional.of(new PathPartition(problem, chain, position, count)) : Optional.empty();
    }

    private void sortWrites(Problem problem) {
        long[] byChain = new long[chain.length];
        for (int txn = 0; txn < chain.length; txn++) {
            byChain[txn] = (long) chain[txn] << Integer.SIZE | position[txn];
        }
        int[] txns = new int[chain.length];
        Arrays.setAll(txns, txn -> txn);
        LongArrays.radixSortIndirect(txns, byChain, true);
        KeyValueHistory history = problem.history();
        int[] next = new int[history.keyCount()];
        for (int key = 0; key < next.length; key++) {
            next[key] = problem.accesses().firstWriteOf(key);
        }
        for (int txn : txns) {
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                writes[next[history.writeKey(write)]++] = write;
            }
        }
        int segments = 0;
        for (int key = 0; key < next.length; key++) {
            firstSegment[key] = segments;
            int before = -1;
            for (int i = problem.accesses().firstWriteOf(key);
                    i < problem.accesses().endWriteOf(key);
                    i++) {
                int of = chain[problem.accesses().writer(writes[i])];
                if (of != before) {
                    segmentStart[segments++] = i;
                    before = of;
                }
            }
        }
        firstSegment[next.length] = segments;
        segmentStart[segments] = writes.length;
    }

    int count() {
        return count;
    }

    int chain(int txn) {
        return chain[txn];
    }

    /** Where in its chain the transaction stands, from 0. */
    int position(int txn) {
        return position[txn];
    }

    int firstSegment(int key) {
        return firstSegment[key];
    }

    int endSegment(int key) {
        return firstSegment[key + 1];
    }

    /** Where among all places the writers of the segment's key that belong to one chain begin. */
    int start(int segment) {
        return segmentStart[segment];
    }

    int end(int segment) {
        return segmentStart[segment + 1];
    }

    /** The write at a place of a segment, by ascending position. */
    int writeAt(int at) {
        return writes[at];
    }
}
