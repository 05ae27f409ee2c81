package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.graph.LastOfSession;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.StartOrder;
import moirai.history.History;

/**
 * Whether one order of all transactions keeps to every dependency that {@link Dependencies} would infer, to sessions
 * and to real time, and explains every read. If there is one, the graph has no cycle, and need not be built.
 *
 * <p>Source: Kahn, "Topological sorting of large networks" (1962): transactions without predecessors are put into the
 * order and removed, until none is left or all that are left have predecessors.
 *
 * <ol>
 *   <li>ww and rw lead from an op to one transaction at most, which is noted for the op. wr leads from an append to all
 *       who read its version: a chain of reads, linked through an array.
 *   <li>Real time needs no edges. In the order of their begins each transaction waits for those that ended before the
 *       first one which began later than their end: they are counted for it, and whoever stands behind it waits too. So
 *       a pointer into that order, which stops where somebody is waited for, releases transactions.
 *   <li>A scan leads to whoever first appended to each key of its range that it did not find.
 *   <li>Appends that nobody read, of several transactions, come after the trace of their key in some order. In the
 *       graph edges lead to each of them; here each waits at a gate for whoever read all of the trace, or missed the
 *       list in a scan if it had no trace, and for who appended its end. Once all are in the order, the appends may
 *       follow each other as they do in it, so nothing is left open: the order is a serial execution. Who is waited
 *       for and waits passes before the others; of two such each would have to be the first.
 * </ol>
 *
 * <p>O(ops) time, plus for each scan the keys of its range, and for real time O(log(transactions that overlap)) a
 * transaction. 8 bytes an op, 40 a transaction. Measured against building the graph and searching its components, 1,000,000 transactions in a fresh process: 0.28
 * instead of 0.83 s of the judging thread.
 */
final class SerialOrder {

    private static final int NONE = -1;
    /** In place of a successor: the appends to the op's key that nobody read. */
    private static final int GATE = -2;
    /** In place of a transaction: more than one. */
    private static final int SEVERAL = -2;

    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    private final VersionOrders orders;
    /** For each op to whom its ww or rw leads, {@link #GATE} or {@link #NONE}; for scans a place in missedKeys. */
    private final int[] successor;
    /** For each append the last read of its version, for each such read the one before; {@link #NONE} ends it. */
    private final int[] reader;
    /** A transaction that follows next in the session, or {@link #NONE}. */
    private final int[] nextInSession;
    /** Another that follows upon the same one, as happens around unknown outcomes, or {@link #NONE}. */
    private final int[] alsoNext;
    /** How much each transaction still waits for: dependencies, and its turn in real time. */
    private final int[] waitsFor;

    private final StartOrder starts;
    /** How many transactions whoever begins at each rank in the order of begins waits for; see {@link StartOrder}. */
    private final int[] unended;

    /** For each key how many ops its unplaced appends still wait for. */
    private final int[] guards;
    /** For each key who is on both sides of its gate, {@link #NONE} or {@link #SEVERAL}, and with how many guards. */
    private final int[] guardian;

    private final int[] ownGuards;

    private final Scans scans;
    /** For each scan in turn the keys that it missed; {@link #NONE} ends them. Scans note where theirs begin. */
    private final IntArrayList missedKeys = new IntArrayList();

    private int released;
    private final IntArrayList ready = new IntArrayList();
    private int ordered;
    private long edges;

    /** An order that keeps to sessions and to real time. */
    SerialOrder(Inference inference) {
        this.history = inference.history();
        this.writes = inference.writes();
        this.reads = inference.reads();
        this.orders = inference.orders();
        this.successor = new int[history.opCount()];
        this.reader = new int[history.opCount()];
        this.nextInSession = new int[history.txnCount()];
        this.alsoNext = new int[history.txnCount()];
        this.waitsFor = new int[history.txnCount()];
        this.starts = new StartOrder(history, reads.effectiveTxns());
        this.unended = new int[starts.size() + 1];
        this.scans = new Scans(history, key -> orders.nextInstalled(key, 0) >= 0 || orders.hasUnplaced(key));
        this.guards = new int[history.keyCount()];
        this.guardian = new int[history.keyCount()];
        this.ownGuards = new int[history.keyCount()];
        Arrays.fill(guardian, NONE);
        Arrays.fill(successor, NONE);
        Arrays.fill(reader, NONE);
        Arrays.fill(nextInSession, NONE);
        Arrays.fill(alsoNext, NONE);
        countDependencies();
        countSessions();
        countTurns();
        openUnguarded();
        eliminate();
    }

    /** Whether there is such an order. */
    boolean exists() {
        return ordered == starts.size() && !isCutShort();
    }

    /** Whether scans covered so many keys that not all that they missed is known. */
    private boolean isCutShort() {
        return scans.isCutShort();
    }

    /** How many dependencies follow from data and sessions. */
    long edges() {
        return edges;
    }

    /** The effective transactions that could not be put into an order, ascending; all cycles are among them. */
    IntArrayList unordered() {
        var left = new IntArrayList();
        IntArrayList txns = reads.effectiveTxns();
        if (isCutShort()) {
            return txns;
        }
        for (int i = 0; i < txns.size(); i++) {
            if (waitsFor[txns.getInt(i)] > 0) {
                left.add(txns.getInt(i));
            }
        }
        return left;
    }

    private void countDependencies() {
        IntArrayList txns = reads.effectiveTxns();
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isAppend(op)) {
                    int position = orders.position(op);
                    if (position >= 0) {
                        precedes(txn, op, orders.nextInstalled(history.key(op), position + 1));
                    } else if (orders.isUnplaced(op)) {
                        waitsFor[txn]++;
                    }
                } else if (Scans.isAnswered(history, op)) {
                    countScan(txn, op);
                } else if (history.isAnswered(op) && orders.isOrdered(op)) {
                    countRead(txn, op);
                }
            }
        }
    }

    /** The scan's transaction precedes whoever first appended to a key that it missed, or all who may have. */
    private void countScan(int txn, int scan) {
        successor[scan] = missedKeys.size();
        scans.forEachMissed(scan, key -> {
            missedKeys.add(key);
            int first = orders.nextInstalled(key, 0);
            if (first < 0) {
                guard(txn, key);
            } else if (firstAppender(key) != txn) {
                waitsFor[firstAppender(key)]++;
                edges++;
            }
        });
        missedKeys.add(NONE);
    }

    private int firstAppender(int key) {
        return writes.txn(orders.append(key, orders.nextInstalled(key, 0)));
    }

    private void countRead(int txn, int op) {
        int key = history.key(op);
        int length = history.length(op);
        int source = length == 0 ? Writes.UNKNOWN : orders.append(key, length - 1);
        if (source != Writes.UNKNOWN && reads.isEffective(writes.txn(source)) && writes.txn(source) != txn) {
            if (!writes.isFinal(source)) {
                return;
            }
            reader[op] = reader[source];
            reader[source] = op;
            waitsFor[txn]++;
            edges++;
        }
        precedes(txn, op, orders.nextInstalled(key, length));
    }

    /** Notes that the op's transaction precedes the one whose append stands at the position, if there is one. */
    private void precedes(int txn, int op, int position) {
        if (position < 0 && orders.hasUnplaced(history.key(op))) {
            successor[op] = GATE;
            guard(txn, history.key(op));
        }
        if (position < 0) {
            return;
        }
        int later = writes.txn(orders.append(history.key(op), position));
        if (later != txn) {
            successor[op] = later;
            waitsFor[later]++;
            edges++;
        }
    }

    /** Notes that the unplaced appends to the key wait for the transaction. */
    private void guard(int txn, int key) {
        guards[key]++;
        if (waitsAt(txn, key)) {
            guardian[key] = guardian[key] == NONE || guardian[key] == txn ? txn : SEVERAL;
            ownGuards[key]++;
        }
    }

    private boolean waitsAt(int txn, int key) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op) && history.key(op) == key && orders.isUnplaced(op)) {
                return true;
            }
        }
        return false;
    }

    /** As {@link ProcessOrder}. */
    private void countSessions() {
        IntArrayList txns = reads.effectiveTxns();
        var last = new LastOfSession(history);
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            int previous = last.of(txn);
            if (previous >= 0) {
                alsoNext[txn] = nextInSession[previous];
                nextInSession[previous] = txn;
                waitsFor[txn]++;
                edges++;
            }
            if (!writes.isIndeterminate(txn)) {
                last.set(txn);
            }
        }
    }

    /** Everybody has a turn, and has to end before those of some. */
    private void countTurns() {
        for (int rank = 0; rank < starts.size(); rank++) {
            waitsFor[starts.txn(rank)]++;
            unended[starts.firstAfterEnd(rank)]++;
        }
    }

    private void openUnguarded() {
        for (int key = 0; key < guards.length; key++) {
            if (orders.hasUnplaced(key)) {
                open(key);
            }
        }
    }

    /** Lets those pass at the key's gate for whom nobody is left to wait for. */
    private void open(int key) {
        boolean isOpen = guards[key] == 0;
        boolean isOpenToGuardian = guardian[key] >= 0 && guards[key] == ownGuards[key];
        if (!isOpen && !isOpenToGuardian) {
            return;
        }
        Groups all = writes.appends();
        for (int i = all.first(key); i < all.end(key); i++) {
            int append = all.member(i);
            boolean isGuardians = writes.txn(append) == guardian[key];
            if (orders.isUnplaced(append) && isGuardians == isOpenToGuardian) {
                remove(writes.txn(append));
            }
        }
    }

    private void eliminate() {
        release();
        while (!ready.isEmpty()) {
            int txn = ready.popInt();
            ordered++;
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (successor[op] == GATE) {
                    unguard(history.key(op));
                } else if (successor[op] >= 0 && history.isScan(op)) {
                    passMissed(txn, successor[op]);
                } else if (successor[op] >= 0) {
                    remove(successor[op]);
                }
                if (history.isAppend(op)) {
                    for (int read = reader[op]; read >= 0; read = reader[read]) {
                        remove(writes.txn(read));
                    }
                }
            }
            for (int next = nextInSession[txn]; next >= 0; next = alsoNext[next]) {
                remove(next);
            }
            end(txn);
        }
    }

    private void unguard(int key) {
        guards[key]--;
        open(key);
    }

    private void passMissed(int txn, int from) {
        for (int i = from; missedKeys.getInt(i) != NONE; i++) {
            int key = missedKeys.getInt(i);
            if (orders.nextInstalled(key, 0) < 0) {
                unguard(key);
            } else if (firstAppender(key) != txn) {
                remove(firstAppender(key));
            }
        }
    }

    private void end(int txn) {
        int rank = starts.firstAfterEnd(starts.rank(txn));
        if (--unended[rank] == 0 && rank == released) {
            release();
        }
    }

    private void release() {
        while (released < starts.size() && unended[released] == 0) {
            remove(starts.txn(released++));
        }
    }

    private void remove(int waiting) {
        if (--waitsFor[waiting] == 0) {
            ready.push(waiting);
        }
    }
}
