package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.columns.Groups;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.LastOfSession;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.StartOrder;
import moirai.history.History;

/**
 * Looks for one order of all transactions that keeps to sessions, to real time and to every dependency that {@link
 * Dependencies} would infer, and explains every read. If there is one, the graph has no cycle and need not be built.
 *
 * <p>Source: Kahn, "Topological sorting of large networks" (1962): transactions without predecessors are put into the
 * order and removed, until none is left or all that are left have predecessors.
 *
 * <ol>
 *   <li>ww and rw lead from an op to one transaction at most, which a lookup finds. wr leads from an append to all
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
 * <p>In a {@link Scope} that is not the whole history some transactions are in the order already, and some may not enter
 * it yet. The order then is a beginning that nothing outside of it has to precede, as far as is known by now.
 *
 * <p>O(ops) time, plus for each scan the keys of its range, and for real time O(log(transactions that overlap)) a
 * transaction. 4 bytes an op, 28 a transaction, 4 a key that a scan missed.
 * Measured against building the graph and searching its components, 1,000,000 transactions in a fresh process: 0.28
 * instead of 0.83 s of the judging thread.
 */
final class SerialOrder {

    private static final int NONE = -1;
    /** Stands for a successor that is any of the unread appends to the op's key. */
    private static final int GATE = -2;
    /** Stands for the read before where the version is an intermediate one, whose overwriter is not inferred. */
    private static final int INTERMEDIATE = -2;
    /** Stands for more than one transaction. */
    private static final int SEVERAL = -2;
    /** Stands for the things that a transaction in the order still waits for. */
    private static final int ORDERED = -1;

    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    private final VersionOrders orders;
    private final Scope scope;
    /** The effective transactions behind the founders. */
    private final IntArrayList txns;
    /** Dependencies that lead from {@link #txns} to founders: for each the source and then the founder. */
    private final IntArrayList backEdges = new IntArrayList();
    /** Whether the order is kept: of a whole history nobody asks for it. */
    private final boolean isKept;

    private final IntArrayList order = new IntArrayList();
    /**
     * The last read of each append's version, and for each such read the one before; {@link #NONE} ends it. For a read
     * also {@link #INTERMEDIATE}; for a scan a place in {@link #missedKeys}.
     */
    private final int[] reader;
    /** A transaction that follows next in the session, or {@link #NONE}. */
    private final int[] nextInSession;
    /** A second transaction that follows upon the same one, as happens for a few around unknown outcomes. */
    private final Int2IntOpenHashMap alsoNext = new Int2IntOpenHashMap();
    /** The number of things that each transaction still waits for: dependencies, and its turn in real time. */
    private final int[] waitsFor;

    private final StartOrder starts;
    /**
     * The number of transactions for which the one at each rank in the order of begins waits; see {@link StartOrder}.
     */
    private final int[] unended;

    /** The number of ops for which the unplaced appends of each key still wait. */
    private final int[] guards;
    /**
     * The transaction on both sides of each key's gate, {@link #NONE} or {@link #SEVERAL}; below it the number of its
     * guards.
     */
    private final int[] guardian;

    private final int[] ownGuards;
    /** The transaction that was seen last with an unplaced append to each key, or {@link #NONE}. */
    private final int[] lastAtGate;

    private final Scans scans;
    /** The keys that each scan in turn missed; {@link #NONE} ends those of a scan. */
    private final IntArrayList missedKeys = new IntArrayList();

    private int released;
    private final IntArrayList ready = new IntArrayList();
    private int ordered;
    private long edges;

    /**
     * The part of a history that is to be ordered.
     *
     * @param founders the number of transactions, the first ones of the history, that are in the order already
     * @param candidates the transactions that may enter the order now
     * @param strength the orders besides dependencies that are kept to
     */
    record Scope(int founders, BitSet candidates, Strength strength) {

        /** Returns the scope of a whole history, with sessions and real time. */
        static Scope whole(History history) {
            var all = new BitSet();
            all.set(0, history.txnCount());
            return new Scope(0, all, Strength.REALTIME);
        }
    }

    /** Looks for an order that keeps to sessions and to real time. */
    SerialOrder(Inference inference) {
        this(inference, Scope.whole(inference.history()), false);
    }

    /** Looks for an order of a part of the history, and keeps it. */
    SerialOrder(Inference inference, Scope scope) {
        this(inference, scope, true);
    }

    private SerialOrder(Inference inference, Scope scope, boolean isKept) {
        this.isKept = isKept;
        this.history = inference.history();
        this.writes = inference.writes();
        this.reads = inference.reads();
        this.orders = inference.orders();
        this.scope = scope;
        this.txns = behind(scope.founders(), reads.effectiveTxns());
        this.starts = new StartOrder(history, txns);
        this.reader = new int[history.opCount()];
        this.nextInSession = new int[history.txnCount()];
        this.waitsFor = new int[history.txnCount()];
        this.unended = new int[starts.size() + 1];
        this.scans = new Scans(history, key -> orders.nextInstalled(key, 0) >= 0 || orders.hasUnplaced(key));
        this.guards = new int[history.keyCount()];
        this.guardian = new int[history.keyCount()];
        this.ownGuards = new int[history.keyCount()];
        this.lastAtGate = new int[history.keyCount()];
        Arrays.fill(guardian, NONE);
        Arrays.fill(lastAtGate, NONE);
        Arrays.fill(reader, NONE);
        Arrays.fill(nextInSession, NONE);
        alsoNext.defaultReturnValue(NONE);
        countDependencies();
        countSessions();
        countTurns();
        openUnguarded();
        eliminate();
    }

    private static IntArrayList behind(int founders, IntArrayList txns) {
        if (founders == 0) {
            return txns;
        }
        var behind = new IntArrayList(txns.size());
        for (int i = 0; i < txns.size(); i++) {
            if (txns.getInt(i) >= founders) {
                behind.add(txns.getInt(i));
            }
        }
        return behind;
    }

    /** Returns whether there is such an order. */
    boolean exists() {
        return ordered == starts.size() && backEdges.isEmpty() && !isCutShort();
    }

    /** Returns the order of the candidates, as far as there is one; empty if it is not kept. */
    IntArrayList order() {
        return order;
    }

    /**
     * Returns the dependencies that lead to founders, which were put into the order without them: for each the
     * transaction that depends, and then the founder.
     */
    IntArrayList backEdges() {
        return backEdges;
    }

    /** Returns whether scans covered so many keys that not all that they missed is known. */
    boolean isCutShort() {
        return scans.isCutShort();
    }

    /** Returns the number of dependencies that follow from data and sessions. */
    long edges() {
        return edges;
    }

    /** Returns the effective transactions that could not be ordered, ascending; all cycles are among them. */
    IntArrayList unordered() {
        if (isCutShort()) {
            return txns;
        }
        var left = new IntArrayList();
        for (int i = 0; i < txns.size(); i++) {
            if (waitsFor[txns.getInt(i)] >= 0) {
                left.add(txns.getInt(i));
            }
        }
        return left;
    }

    private void countDependencies() {
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            if (orders.hasUnplaced()) {
                countUnplaced(txn);
            }
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (Scans.isAnswered(history, op)) {
                    countScan(txn, op);
                } else if (!history.isAppend(op) && history.isAnswered(op) && orders.isOrdered(op)) {
                    countRead(txn, op);
                }
                count(txn, history.key(op), successor(txn, op));
            }
        }
    }

    /** Counts the dependency of a transaction's successor, or of the key's gate. */
    private void count(int txn, int key, int later) {
        if (later == GATE) {
            guard(txn, key);
        } else if (later >= scope.founders()) {
            waitsFor[later]++;
            edges++;
        } else if (later >= 0) {
            addBackEdge(txn, later);
        }
    }

    private void addBackEdge(int txn, int founder) {
        backEdges.add(txn);
        backEdges.add(founder);
    }

    private void countUnplaced(int txn) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op) && orders.isUnplaced(op)) {
                waitsFor[txn]++;
                lastAtGate[history.key(op)] = txn;
            }
        }
    }

    /**
     * Counts the dependencies of a scan: its transaction precedes those that first appended, or may have, to a key that
     * it missed.
     */
    private void countScan(int txn, int scan) {
        reader[scan] = missedKeys.size();
        scans.forEachMissed(scan, key -> {
            missedKeys.add(key);
            count(txn, key, successor(txn, key, 0));
        });
        missedKeys.add(NONE);
    }

    private void countRead(int txn, int op) {
        int length = history.length(op);
        int source = orders.lastRecorded(history.key(op), length);
        int writer = source == Writes.UNKNOWN ? txn : writes.txn(source);
        if (writer != txn && reads.isEffective(writer)) {
            if (orders.position(source) == length - 1 && !writes.isFinal(source)) {
                reader[op] = INTERMEDIATE;
                return;
            }
            edges++;
            if (writer >= scope.founders()) {
                reader[op] = reader[source];
                reader[source] = op;
                waitsFor[txn]++;
            }
        }
    }

    /**
     * Returns the transaction to which the ww or rw dependency of an op leads, {@link #GATE}, or {@link #NONE}. It is
     * computed twice instead of being stored for each op, which costs no time because the data of a key stand together.
     */
    private int successor(int txn, int op) {
        int key = history.key(op);
        int from;
        if (history.isAppend(op)) {
            from = orders.position(op) + 1;
            if (from == 0) {
                return NONE;
            }
        } else if (history.isAnswered(op) && orders.isOrdered(op) && reader[op] != INTERMEDIATE) {
            from = history.length(op);
        } else {
            return NONE;
        }
        return successor(txn, key, from);
    }

    private int successor(int txn, int key, int from) {
        int position = orders.nextInstalled(key, from);
        if (position < 0) {
            return orders.hasUnplaced(key) ? GATE : NONE;
        }
        int later = writes.txn(orders.append(key, position));
        return later == txn ? NONE : later;
    }

    /** Records that the unplaced appends to the key wait for the transaction. */
    private void guard(int txn, int key) {
        for (int place = orders.firstUnplaced(key); scope.founders() > 0 && place < orders.endUnplaced(key); place++) {
            int writer = writes.txn(orders.unplaced(place));
            if (writer < scope.founders()) {
                addBackEdge(txn, writer);
            }
        }
        guards[key]++;
        if (lastAtGate[key] == txn) {
            guardian[key] = guardian[key] == NONE || guardian[key] == txn ? txn : SEVERAL;
            ownGuards[key]++;
        }
    }

    /** Counts the dependencies of sessions as {@link ProcessOrder} has them. */
    private void countSessions() {
        if (scope.strength() == Strength.PLAIN) {
            return;
        }
        var last = new LastOfSession(history);
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            int previous = last.of(txn);
            if (previous >= 0) {
                if (nextInSession[previous] >= 0) {
                    alsoNext.put(txn, nextInSession[previous]);
                }
                nextInSession[previous] = txn;
                waitsFor[txn]++;
                edges++;
            }
            if (!writes.isIndeterminate(txn)) {
                last.set(txn);
            }
        }
    }

    /**
     * Counts the turns in real time: each transaction has one, and has to end before the turns of some others. Without
     * real time nobody is waited for.
     */
    private void countTurns() {
        for (int rank = 0; rank < starts.size(); rank++) {
            waitsFor[starts.txn(rank)]++;
            if (scope.strength() == Strength.REALTIME) {
                unended[starts.firstAfterEnd(rank)]++;
            }
        }
    }

    private void openUnguarded() {
        for (int key = 0; key < guards.length; key++) {
            if (orders.hasUnplaced(key)) {
                open(key);
            }
        }
    }

    /** Lets transactions pass at the key's gate that wait for no other any more. */
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
            waitsFor[txn] = ORDERED;
            if (isKept) {
                order.add(txn);
            }
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                pass(history.key(op), successor(txn, op));
                if (!missedKeys.isEmpty() && Scans.isAnswered(history, op)) {
                    for (int i = reader[op]; missedKeys.getInt(i) != NONE; i++) {
                        pass(missedKeys.getInt(i), successor(txn, missedKeys.getInt(i), 0));
                    }
                }
                if (history.isAppend(op)) {
                    for (int read = reader[op]; read >= 0; read = reader[read]) {
                        remove(writes.txn(read));
                    }
                }
            }
            for (int next = nextInSession[txn]; next >= 0; next = alsoNext.get(next)) {
                remove(next);
            }
            if (scope.strength() == Strength.REALTIME) {
                end(txn);
            }
        }
    }

    /** Takes one op from those for which the successor, or the key's gate, waits. */
    private void pass(int key, int successor) {
        if (successor >= 0) {
            remove(successor);
        } else if (successor == GATE) {
            guards[key]--;
            open(key);
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
        if (waiting >= scope.founders()
                && --waitsFor[waiting] == 0
                && scope.candidates().get(waiting)) {
            ready.push(waiting);
        }
    }
}
