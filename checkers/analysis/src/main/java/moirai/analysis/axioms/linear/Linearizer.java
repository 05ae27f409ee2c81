package moirai.analysis.axioms.linear;

import java.util.Optional;
import moirai.analysis.axioms.CommitOrder;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.columns.Groups;
import moirai.analysis.columns.StableSort;

/*
 * Why it is enough to look at one key at a time. If each transaction uses one key, and the order within sessions
 * follows from real time, then histories of single keys that are linearizable make up one that is (Herlihy, Wing 1990,
 * theorem 1): give each transaction the latest start of those up to it in the order of its key. That lies within its
 * interval, and the order of these points is an order of all.
 */
/**
 * Decides strict serializability of histories in which each transaction uses one key and the writer of each read is
 * known: O(n log n).
 *
 * <p>For reads and writes this is the algorithm of Gibbons and Korach ("Testing Shared Memories", 1997, section 4.1),
 * which orders a write with its reads as a zone. Transactions that read and write, as a compare-and-set does, make
 * chains: nothing may come between the version that was read, with its readers, and the next one. So a zone is a whole
 * chain.
 */
public final class Linearizer {

    private static final int NONE = -1;
    private static final int MANY = -2;

    private final KeyValueHistory history;
    /** The key of each transaction, or -1 if it uses none. */
    private final int[] keys;
    /** The points of transactions in time, at which they may be thought to have happened. */
    private final long[] points;

    private Linearizer(KeyValueHistory history, int... keys) {
        this.history = history;
        this.keys = keys;
        this.points = new long[keys.length];
    }

    /** Decides strict serializability; empty if the history is not of the kind that this class knows. */
    public static Optional<Decision> decide(KeyValueHistory history) {
        int[] keys = new int[history.txnCount()];
        if (!history.isTimed() || !isOrderedByTime(history)) {
            return Optional.empty();
        }
        for (int txn = 0; txn < keys.length; txn++) {
            keys[txn] = key(history, txn);
            if (keys[txn] == MANY) {
                return Optional.empty();
            }
        }
        for (int key = 0; key < history.keyCount(); key++) {
            if (history.versionCount(key) > 0) {
                return Optional.empty();
            }
        }
        return Optional.of(new Linearizer(history, keys).decide());
    }

    /** Returns whether each transaction of a session begins after the one before has ended. */
    private static boolean isOrderedByTime(KeyValueHistory history) {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            int position = history.position(txn);
            if (position > 0
                    && history.endNanos(history.txnAt(history.session(txn), position - 1)) >= history.startNanos(txn)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the only key of a transaction, {@link #NONE}, or {@link #MANY} if it has several or reads it twice. */
    private static int key(KeyValueHistory history, int txn) {
        int reads = history.endRead(txn) - history.firstRead(txn);
        int writes = history.endWrite(txn) - history.firstWrite(txn);
        if (reads > 1 || writes > 1) {
            return MANY;
        }
        int read = reads == 0 ? NONE : history.readKey(history.firstRead(txn));
        int write = writes == 0 ? NONE : history.writeKey(history.firstWrite(txn));
        if (read != NONE && write != NONE && read != write) {
            return MANY;
        }
        return Math.max(read, write);
    }

    private Decision decide() {
        int unused = history.keyCount();
        Groups byKey = Groups.of(keys.length, unused + 1, txn -> keys[txn] == NONE ? unused : keys[txn]);
        int[] order = new int[keys.length];
        int count = 0;
        for (int key = 0; key < unused; key++) {
            var chains = new KeyChains(history, byKey.members(key));
            if (!chains.areOrdered()) {
                return new Decision.Impossible(
                        chains.suspects().intStream().sorted().boxed().toList());
            }
            for (int txn : chains.order()) {
                order[count++] = txn;
            }
            place(chains.order());
        }
        for (int i = byKey.first(unused); i < byKey.end(unused); i++) {
            int txn = byKey.member(i);
            points[txn] = history.startNanos(txn);
            order[count++] = txn;
        }
        return new Decision.Ordered(CommitOrder.of(StableSort.by(txn -> points[txn], order)));
    }

    /** Gives each transaction of an order the latest start up to it. */
    private void place(int... order) {
        long latest = Long.MIN_VALUE;
        for (int txn : order) {
            latest = Math.max(latest, history.startNanos(txn));
            points[txn] = latest;
        }
    }
}
