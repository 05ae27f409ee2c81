package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.CycleBasis;
import moirai.analysis.Dependency;
import moirai.history.History;

/**
 * Finds transactions that read a list and appended to it although another had appended in between.
 *
 * <p>Berenson et al., "A Critique of ANSI SQL Isolation Levels" (1995), P4: r1[x] … w2[x] … w1[x] … c1. In a known
 * order of appends that is: some append of another transaction stands behind what was read and before what the reader
 * appended. It is also a G-single whose edges are all on one key (Adya 1999, section 4.2.3, G-cursor). That definition
 * takes any read and any write of the transaction: with {@code r1=[] r1=[5] a1=6} the first read counts as the second
 * does, and so does a read behind the append that missed it. A transaction is reported once for a key, with the last
 * read that qualifies and its last append. O(ops), plus the appends between read and append where one is found.
 */
final class LostUpdates {

    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    private final VersionOrders orders;
    private final AnomalyLog log;
    /** The leaders; see {@link #leaders()}. */
    private final Int2IntOpenHashMap leaders = new Int2IntOpenHashMap();

    LostUpdates(Inference inference, AnomalyLog log) {
        this.history = inference.history();
        this.writes = inference.writes();
        this.reads = inference.reads();
        this.orders = inference.orders();
        this.log = log;
        leaders.defaultReturnValue(-1);
    }

    void check() {
        IntArrayList txns = reads.effectiveTxns();
        int[] lastAppends = new int[history.keyCount()];
        Arrays.fill(lastAppends, -1);
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            int first = history.firstOp(txn);
            for (int op = first; op < history.endOp(txn); op++) {
                int last = history.isAppend(op) ? lastAppends[history.key(op)] : op;
                if (last != op && (last < first || isBehind(op, last))) {
                    lastAppends[history.key(op)] = op;
                }
            }
            for (int op = history.endOp(txn) - 1; op >= first; op--) {
                int last = lastAppends[history.key(op)];
                boolean isUpdate = last >= first && !history.isAppend(op) && history.isAnswered(op);
                if (isUpdate && isLost(txn, op, last)) {
                    lastAppends[history.key(op)] = -1;
                }
            }
        }
    }

    /**
     * Returns for each key the first transaction that read all of its trace and then made an append that nobody read;
     * -1 stands for none.
     */
    Int2IntMap leaders() {
        return leaders;
    }

    private boolean isBehind(int append, int other) {
        return orders.isUnplaced(append)
                || (!orders.isUnplaced(other) && orders.position(append) >= orders.position(other));
    }

    /** Reports a lost update, if it is one. */
    private boolean isLost(int txn, int readOp, int appendOp) {
        int overwriter = orders.isUnplaced(appendOp)
                ? overwriterOfUnread(txn, readOp, appendOp)
                : overwriter(txn, readOp, orders.position(appendOp));
        if (overwriter >= 0) {
            log.add(new Anomaly.LostUpdate(txn, readOp, appendOp, overwriter));
        }
        return overwriter >= 0;
    }

    /**
     * Returns an append that nobody read comes after the trace. Of two such whose transactions had read all of the
     * trace, whichever came second follows upon the other, which it had not read: one is a lost update. The transaction
     * that comes first in the history is named as overwriter of all others, and takes no part itself.
     */
    private int overwriterOfUnread(int txn, int readOp, int appendOp) {
        int key = history.key(appendOp);
        int inTrace = overwriter(txn, readOp, orders.count(key));
        boolean isAllRead = orders.isOrdered(readOp) && orders.nextInstalled(key, history.length(readOp)) < 0;
        if (inTrace >= 0 || !isAllRead) {
            return inTrace;
        }
        int leader = leaders.putIfAbsent(key, txn);
        return leader == txn ? -1 : leader;
    }

    /** Returns the first other transaction that appended between the version that was read and the position, or -1. */
    private int overwriter(int txn, int readOp, int position) {
        int key = history.key(readOp);
        if (position < 0 || !orders.isOrdered(readOp)) {
            return -1;
        }
        int next = orders.nextInstalled(key, history.length(readOp));
        while (next >= 0 && next < position && writes.txn(orders.append(key, next)) == txn) {
            next = orders.nextInstalled(key, next + 1);
        }
        return next >= 0 && next < position ? writes.txn(orders.append(key, next)) : -1;
    }

    /**
     * Returns the cycle, marked as a lost update if two of its transactions each missed the other's append to one list,
     * in an order that nobody saw. An rw edge each way looks like write skew, but whichever append was the first, its
     * transaction precedes the other by ww as well. O(ops of both squared) for cycles of two.
     */
    Anomaly.Cycle named(Anomaly.Cycle cycle) {
        boolean isMutual = cycle.txns().size() == 2
                && cycle.dependencies().stream()
                        .allMatch(dependency -> (dependency.bit() & Dependency.ANTI_DEPENDENCIES) != 0)
                && missEachOther(cycle.txns().getFirst(), cycle.txns().getLast());
        return isMutual ? CycleBasis.ANY_ORDER.of(cycle) : cycle;
    }

    private boolean missEachOther(int txn, int other) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            int key = history.key(op);
            if (isUnreadAppend(op) && appendsUnread(other, key) && misses(other, key) && misses(txn, key)) {
                return true;
            }
        }
        return false;
    }

    private boolean isUnreadAppend(int op) {
        return history.isAppend(op) && orders.isUnplaced(op);
    }

    private boolean appendsUnread(int txn, int key) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (isUnreadAppend(op) && history.key(op) == key) {
                return true;
            }
        }
        return false;
    }

    /**
     * Decides whether the transaction read as much of the list as anybody did, or missed a list in a scan of which
     * nobody read anything.
     */
    private boolean misses(int txn, int key) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            boolean isRead = !history.isAppend(op) && history.key(op) == key && history.isAnswered(op);
            if (isRead && orders.isOrdered(op) && orders.nextInstalled(key, history.length(op)) < 0) {
                return true;
            }
            boolean isScan = Scans.isAnswered(history, op) && Scans.misses(history, op, key);
            if (isScan && orders.nextInstalled(key, 0) < 0) {
                return true;
            }
        }
        return false;
    }
}
