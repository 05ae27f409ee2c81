package moirai.analysis.registers;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import moirai.analysis.Succession.Rule;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.columns.StableSort;
import moirai.analysis.cycles.Shape;
import moirai.history.History;

/**
 * Orders of versions that follow from one transaction, from the order within sessions and from that in real time.
 *
 * <p>Of one key, let T1 have read or written v last and let T2, which the order in question puts after T1, have read or
 * written u first. Were u before v in the version order, there would be a cycle (W is the writer of v):
 *
 * <ul>
 *   <li>T1 wrote v, T2 wrote u: T2 ww T1, and T1 before T2: G0 with that order.
 *   <li>T1 read v, T2 wrote u: T2 ww W wr T1, and T1 before T2: G1c with that order; without any if T1 is T2.
 *   <li>T2 read u: T2 rw T1, or T2 rw W wr T1, and T1 before T2: G-single with that order.
 * </ul>
 *
 * <p>So v precedes u wherever such cycles are not to be there. Under the assumption that a key by itself keeps to the
 * order in question, v precedes u in any case. Transactions of unknown outcome precede nothing: they may take effect
 * later. Reads after a write of the same transaction say nothing.
 *
 * <p>O(ops) for sessions. For real time each access of a key is put after at most {@link #PREDECESSORS_MAX} that had
 * ended and that nothing of the key separates from it (Kingsbury, Alvaro 2020, section 5.1, per key): O(n p) with p
 * concurrent sessions.
 */
final class DirectRules {

    private static final int PREDECESSORS_MAX = 16;

    private final History recorded;
    private final KeyValueHistory history;
    private final Versions versions;
    private final ExcludedCycles target;
    private final Orders orders;

    DirectRules(History recorded, KeyValueHistory history, Versions versions, ExcludedCycles target, Orders orders) {
        this.recorded = recorded;
        this.history = history;
        this.versions = versions;
        this.target = target;
        this.orders = orders;
    }

    void apply() {
        if (target.covers(Shape.G1C) || target.assumes(Assumption.WFR_KEYS)) {
            addWritesAfterReads();
        }
        if (target.hasSessions()) {
            addSessions();
        }
        if (target.hasRealtime() && history.isTimed()) {
            addRealtime();
        }
    }

    private void addWritesAfterReads() {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int written = versions.isLate(read) ? Versions.NONE : versions.of(txn, history.readKey(read));
                if (written != Versions.NONE && !versions.isInitial(versions.ofRead(read))) {
                    orders.because(Rule.WRITE_AFTER_READ, txn, txn, Orders.NONE).add(versions.ofRead(read), written);
                }
            }
        }
    }

    private boolean endedForCertain(int txn) {
        return !recorded.outcome(history.recordedTxn(txn)).isIndeterminate();
    }

    private void addSessions() {
        int[] lastTxn = new int[history.keyCount()];
        int[] lastWriter = new int[history.keyCount()];
        Arrays.fill(lastTxn, Versions.NONE);
        Arrays.fill(lastWriter, Versions.NONE);
        for (int txn : StableSort.range(history.txnCount(), this::session)) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int key = history.readKey(read);
                if (!versions.isLate(read)) {
                    addPair(Rule.SESSION, sameSession(lastTxn[key], txn), txn, key);
                }
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                int key = history.writeKey(write);
                addPair(Rule.SESSION, sameSession(lastWriter[key], txn), txn, key);
                addPair(Rule.SESSION, sameSession(lastTxn[key], txn), txn, key);
            }
            if (endedForCertain(txn)) {
                for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                    lastTxn[history.readKey(read)] = versions.isLate(read) ? lastTxn[history.readKey(read)] : txn;
                }
                for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                    lastTxn[history.writeKey(write)] = txn;
                    lastWriter[history.writeKey(write)] = txn;
                }
            }
        }
    }

    /** Returns the transaction if it is of the same session as the other, and not the other itself. */
    private int sameSession(int txn, int other) {
        return txn != Versions.NONE && txn != other && session(txn) == session(other) ? txn : Versions.NONE;
    }

    private int session(int txn) {
        return recorded.session(history.recordedTxn(txn));
    }

    private void addRealtime() {
        int[] first = new int[history.keyCount() + 1];
        for (int read = 0; read < history.readCount(); read++) {
            first[history.readKey(read) + 1]++;
        }
        for (int write = 0; write < history.writeCount(); write++) {
            first[history.writeKey(write) + 1]++;
        }
        for (int key = 0; key < history.keyCount(); key++) {
            first[key + 1] += first[key];
        }
        int[] next = first.clone();
        int[] accesses = accesses(first, next);
        boolean readsCount = target.covers(Shape.G_SINGLE) || target.assumes(Assumption.LINEARIZABLE_KEYS);
        for (int key = 0; key < history.keyCount(); key++) {
            if (!readsCount) {
                sweep(key, accesses, first[key], next[key], true);
            }
            if (readsCount || target.covers(Shape.G1C)) {
                sweep(key, accesses, first[key], next[key], false);
            }
        }
    }

    /** Returns the transactions that read or wrote each key, in the order in which they started. */
    private int[] accesses(int[] first, int[] next) {
        int[] accesses = new int[first[history.keyCount()]];
        for (int txn : StableSort.range(history.txnCount(), history::startNanos)) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int key = history.readKey(read);
                if (!versions.isLate(read)) {
                    next[key] = append(accesses, first[key], next[key], txn);
                }
            }
            for (int write = history.firstWrite(txn); write < history.endWrite(txn); write++) {
                int key = history.writeKey(write);
                next[key] = append(accesses, first[key], next[key], txn);
            }
        }
        return accesses;
    }

    private static int append(int[] accesses, int first, int next, int txn) {
        if (next > first && accesses[next - 1] == txn) {
            return next;
        }
        accesses[next] = txn;
        return next + 1;
    }

    /** Puts each access of the key after those that ended before, and that no other one separates from it. */
    private void sweep(int key, int[] accesses, int from, int to, boolean writersOnly) {
        var frontier = new IntArrayList();
        for (int i = from; i < to; i++) {
            int txn = accesses[i];
            if (!writersOnly || versions.of(txn, key) != Versions.NONE) {
                dropSeparated(frontier, history.startNanos(txn));
                int linked = 0;
                for (int j = frontier.size() - 1; j >= 0 && linked < PREDECESSORS_MAX; j--) {
                    if (history.endNanos(frontier.getInt(j)) < history.startNanos(txn)) {
                        addPair(Rule.REALTIME, frontier.getInt(j), txn, key);
                        linked++;
                    }
                }
                if (endedForCertain(txn)) {
                    frontier.add(txn);
                }
            }
        }
    }

    /** Leaves out those that ended before another one began that ended before now. */
    private void dropSeparated(IntArrayList frontier, long now) {
        long latestStart = Long.MIN_VALUE;
        for (int i = 0; i < frontier.size(); i++) {
            if (history.endNanos(frontier.getInt(i)) < now) {
                latestStart = Math.max(latestStart, history.startNanos(frontier.getInt(i)));
            }
        }
        int kept = 0;
        for (int i = 0; i < frontier.size(); i++) {
            if (history.endNanos(frontier.getInt(i)) >= latestStart) {
                frontier.set(kept++, frontier.getInt(i));
            }
        }
        frontier.size(kept);
    }

    /** Adds the orders that follow for the key if the first of these transactions, if any, precedes the second. */
    private void addPair(Rule rule, int first, int second, int key) {
        if (first == Versions.NONE) {
            return;
        }
        boolean assumed =
                target.assumes(rule == Rule.SESSION ? Assumption.SEQUENTIAL_KEYS : Assumption.LINEARIZABLE_KEYS);
        int from = versions.of(first, key);
        boolean wrote = from != Versions.NONE;
        from = wrote ? from : versions.lastRead(first, key);
        if (from == Versions.NONE || versions.isInitial(from)) {
            return;
        }
        orders.because(rule, first, second, Orders.NONE);
        int written = versions.of(second, key);
        if (written != Versions.NONE && (assumed || wrote || target.covers(Shape.G1C))) {
            add(from, written, assumed);
        }
        if (assumed || target.covers(Shape.G_SINGLE)) {
            for (int at = versions.firstReadOf(second, key); at < versions.endReadOf(second, key); at++) {
                int read = versions.readAt(at);
                if (!versions.isLate(read)) {
                    add(from, versions.ofRead(read), assumed);
                }
            }
        }
    }

    private void add(int from, int to, boolean assumed) {
        if (assumed) {
            orders.add(from, to);
        } else if (!versions.isInitial(to)) {
            orders.addUnlessContradicted(from, to);
        }
    }
}
