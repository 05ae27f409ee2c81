package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.history.History;

/**
 * Transactions that read a list and appended to it although another had appended in between.
 *
 * <p>Berenson et al., "A Critique of ANSI SQL Isolation Levels" (1995), P4: r1[x] … w2[x] … w1[x] … c1. In a known
 * order of appends that is: the transaction's first append after its read does not stand directly behind what it read.
 * It is also a G-single whose edges are all on one key (Adya 1999, section 4.2.3, G-cursor). O(ops × ops of a
 * transaction), plus the appends between read and append where one is found.
 */
final class LostUpdates {

    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    private final VersionOrders orders;
    private final AnomalyLog log;
    /** See {@link #leaders()}. */
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
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op)) {
                    checkAppend(txn, op);
                }
            }
        }
    }

    /** For each key who first read all of its trace and then made an append that nobody read; -1 for nobody. */
    Int2IntMap leaders() {
        return leaders;
    }

    /** Looks at the last read of the key before the append, if no other append of the transaction stands between. */
    private void checkAppend(int txn, int appendOp) {
        for (int op = appendOp - 1; op >= history.firstOp(txn); op--) {
            if (history.key(op) != history.key(appendOp)) {
                continue;
            }
            if (history.isAppend(op)) {
                return;
            }
            if (history.isAnswered(op)) {
                int overwriter = orders.isUnplaced(appendOp)
                        ? overwriterOfUnread(txn, op, appendOp)
                        : overwriter(txn, op, orders.position(appendOp));
                if (overwriter >= 0) {
                    log.add(new Anomaly.LostUpdate(txn, op, appendOp, overwriter));
                }
                return;
            }
        }
    }

    /**
     * An append that nobody read comes after the trace. Of two such whose transactions had read all of the trace,
     * whichever came second follows upon the other, which it had not read: one is a lost update. The transaction that
     * comes first in the history is named as overwriter of all others, and takes no part itself.
     */
    private int overwriterOfUnread(int txn, int readOp, int appendOp) {
        int key = history.key(appendOp);
        int inTrace = overwriter(txn, readOp, orders.count(key));
        if (inTrace >= 0 || orders.nextInstalled(key, history.length(readOp)) >= 0) {
            return inTrace;
        }
        int leader = leaders.putIfAbsent(key, txn);
        return leader == txn ? -1 : leader;
    }

    /** The first other transaction that appended between what was read and the position, or -1. */
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
}
