package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import moirai.history.History;

/**
 * For each key the order in which its elements were appended, as far as reads prove it.
 *
 * <p>Source: Kingsbury, Alvaro, "Elle" (2020), section 4.3.2.
 *
 * <ol>
 *   <li>The trace of a key is the longest list that an effective transaction read. Every other version read of the key
 *       has to be a prefix of it; if not, the reads are of incompatible orders.
 *   <li>Keys whose reads are incompatible, contain an element twice, or contain an element that two ops appended, are
 *       set aside: their order is not known, so nothing is inferred from it.
 *   <li>Appends that no read shows come after the trace: committed versions that precede the last version of the
 *       longest read are in its trace. If they all belong to one transaction, their order is known too, and they extend
 *       the trace. (Elle does so for keys with a single append. With a history that is not complete, or an
 *       indeterminate transaction among the writers, somebody else may come in between, and the trace is left as it
 *       is.)
 * </ol>
 *
 * <p>O(ops + elements of lists).
 */
final class VersionOrders {

    /** No transaction appended beyond the trace. */
    private static final int NOBODY = -1;
    /** More than one did, or might have. */
    private static final int SEVERAL = -2;

    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    /** The list that holds the trace of each key, or -1. */
    private final int[] traceList;
    /** Lists of which the part that was read is a prefix of the trace. */
    private final boolean[] isOnTrace;

    private final boolean[] isSetAside;
    private final int[] first;
    private final IntArrayList appends = new IntArrayList();
    /** Where in its key's order each append stands, or -1. */
    private final int[] position;

    VersionOrders(History history, Writes writes, CommittedReads reads) {
        this.history = history;
        this.writes = writes;
        this.reads = reads;
        this.traceList = new int[history.keyCount()];
        this.isOnTrace = new boolean[history.listCount()];
        this.isSetAside = new boolean[history.keyCount()];
        this.first = new int[history.keyCount() + 1];
        this.position = new int[history.opCount()];
        Arrays.fill(traceList, -1);
        Arrays.fill(position, -1);
        findTraces();
        setAsideConflicts();
        order();
    }

    private void findTraces() {
        for (int list = 0; list < history.listCount(); list++) {
            int key = history.listKey(list);
            boolean longer = traceList[key] < 0 || reads.length(list) > reads.length(traceList[key]);
            if (reads.readOp(list) >= 0 && longer) {
                traceList[key] = list;
            }
        }
    }

    private void setAsideConflicts() {
        for (int list = 0; list < history.listCount(); list++) {
            int key = history.listKey(list);
            isOnTrace[list] = isPrefixOfTrace(list);
            isSetAside[key] |= !isOnTrace[list] || writes.isAmbiguous(key);
        }
        var seen = new IntOpenHashSet();
        for (int key = 0; key < history.keyCount(); key++) {
            seen.clear();
            for (int i = 0; i < traceLength(key); i++) {
                isSetAside[key] |= !seen.add(history.listElement(traceList[key], i));
            }
        }
    }

    private boolean isPrefixOfTrace(int list) {
        int trace = traceList[history.listKey(list)];
        for (int i = 0; list != trace && i < reads.length(list); i++) {
            if (history.listElement(list, i) != history.listElement(trace, i)) {
                return false;
            }
        }
        return true;
    }

    /** How many elements the longest read of the key returned, by an effective transaction. */
    int traceLength(int key) {
        return traceList[key] < 0 ? 0 : reads.length(traceList[key]);
    }

    private void order() {
        var traced = new BitSet(history.opCount());
        for (int key = 0; key < history.keyCount(); key++) {
            for (int i = 0; !isSetAside[key] && i < traceLength(key); i++) {
                int append = appendAt(key, i);
                if (append != Writes.UNKNOWN) {
                    traced.set(append);
                }
            }
        }
        int[] writersBeyond = writersBeyondTraces(traced);
        for (int key = 0; key < history.keyCount(); key++) {
            first[key] = appends.size();
            for (int i = 0; !isSetAside[key] && i < traceLength(key); i++) {
                appends.add(appendAt(key, i));
            }
            if (!isSetAside[key] && writersBeyond[key] >= 0) {
                addAppendsBeyondTrace(key, writersBeyond[key], traced);
            }
        }
        first[history.keyCount()] = appends.size();
        for (int key = 0; key < history.keyCount(); key++) {
            for (int i = first[key]; i < first[key + 1]; i++) {
                if (appends.getInt(i) != Writes.UNKNOWN) {
                    position[appends.getInt(i)] = i - first[key];
                }
            }
        }
    }

    private int appendAt(int key, int index) {
        return writes.appendOf(key, history.listElement(traceList[key], index));
    }

    /**
     * For each key the one transaction that may have appended beyond the trace, {@link #NOBODY} or {@link #SEVERAL}.
     */
    private int[] writersBeyondTraces(BitSet traced) {
        int[] writers = new int[history.keyCount()];
        Arrays.fill(writers, history.isComplete() ? NOBODY : SEVERAL);
        for (int op = 0; op < history.opCount(); op++) {
            int txn = writes.txn(op);
            if (history.isAppend(op) && !traced.get(op) && history.outcome(txn).mayHaveTakenEffect()) {
                int key = history.key(op);
                boolean alone = writers[key] == NOBODY || writers[key] == txn;
                writers[key] = alone && reads.isEffective(txn) ? txn : SEVERAL;
            }
        }
        return writers;
    }

    private void addAppendsBeyondTrace(int key, int txn, BitSet traced) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isAppend(op) && history.key(op) == key && !traced.get(op)) {
                appends.add(op);
            }
        }
    }

    /** How many appends to the key are in order; 0 if it is set aside. */
    int count(int key) {
        return first[key + 1] - first[key];
    }

    /** The append at a position of the key's order, or {@link Writes#UNKNOWN}. */
    int append(int key, int index) {
        return appends.getInt(first[key] + index);
    }

    /** Where in its key's order the append stands, or -1 if that is not known. */
    int position(int appendOp) {
        return position[appendOp];
    }

    /** Whether the answered read saw a version in its key's order, as every read of a key that is not set aside did. */
    boolean isOrdered(int readOp) {
        return isOnTrace[history.list(readOp)] && !isSetAside[history.key(readOp)];
    }

    /** Whether what was read of the list is a prefix of its key's trace. */
    boolean isOnTrace(int list) {
        return isOnTrace[list];
    }

    /** The op of the longest read of the key, or -1. */
    int longestRead(int key) {
        return traceList[key] < 0 ? -1 : reads.readOp(traceList[key]);
    }

    /**
     * The position of the next append by an effective transaction at or after {@code index} in the key's order, or -1.
     * Aborted appends install no version and are passed over; beyond an unknown element nothing is known.
     */
    int nextInstalled(int key, int index) {
        for (int i = index; i < count(key); i++) {
            int op = append(key, i);
            if (op == Writes.UNKNOWN) {
                return -1;
            }
            if (reads.isEffective(writes.txn(op))) {
                return i;
            }
        }
        return -1;
    }
}
