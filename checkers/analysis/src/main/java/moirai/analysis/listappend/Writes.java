package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.columns.Groups;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * Attributes each element to the op that appended it: recoverability in the sense of Kingsbury, Alvaro, "Elle" (2020),
 * section 4.2.3.
 *
 * <p>Appends and lists are grouped by key, and each element of each list is attributed once, next to the others of its
 * key; whoever needs to know later looks it up by where it stands. O(ops + elements of lists) time and space.
 */
final class Writes {

    /** Stands for an element that nobody appended. */
    static final int UNKNOWN = -1;

    private static final byte COMMITTED = 0;
    private static final byte ABORTED = 1;
    private static final byte INDETERMINATE = 2;

    private final History history;
    private final int[] txnOfOp;
    private final byte[] outcomes;
    private final Groups appends;
    private final Groups lists;
    /** The place at which the elements of each list begin in {@link #appendOf}. */
    private final int[] firstElement;
    /** The op that appended each element of each list, or {@link #UNKNOWN}. */
    private final int[] appendOf;

    private boolean hasUnknown;
    private final BitSet ambiguousKeys = new BitSet();
    /** The appends of transactions that had appended to the key before. */
    private final BitSet continuations = new BitSet();
    /** The appends of transactions that append to the key again. */
    private final BitSet continued = new BitSet();

    Writes(History history) {
        this.history = history;
        this.txnOfOp = new int[history.opCount()];
        this.outcomes = new byte[history.txnCount()];
        for (int txn = 0; txn < history.txnCount(); txn++) {
            outcomes[txn] = outcome(history.outcome(txn));
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                txnOfOp[op] = txn;
            }
        }
        this.appends =
                Groups.of(history.opCount(), history.keyCount(), op -> history.isAppend(op) ? history.key(op) : -1);
        this.lists = Groups.of(history.listCount(), history.keyCount(), history::listKey);
        this.firstElement = new int[history.listCount()];
        int elements = 0;
        for (int list = 0; list < history.listCount(); list++) {
            firstElement[list] = elements;
            elements = Math.addExact(elements, history.listSize(list));
        }
        this.appendOf = new int[elements];
        var index = new ElementIndex();
        for (int key = 0; key < history.keyCount(); key++) {
            attribute(key, index);
        }
    }

    /** Returns the outcome as a number. A switch over the patterns would be a call that the first compiler leaves. */
    private static byte outcome(Outcome outcome) {
        if (outcome instanceof Outcome.Committed) {
            return COMMITTED;
        }
        return outcome instanceof Outcome.Aborted ? ABORTED : INDETERMINATE;
    }

    private void attribute(int key, ElementIndex index) {
        int min = Integer.MAX_VALUE;
        int max = Integer.MIN_VALUE;
        for (int i = appends.first(key); i < appends.end(key); i++) {
            int element = history.element(appends.member(i));
            min = Math.min(min, element);
            max = Math.max(max, element);
        }
        index.reset(appends.size(key), min, max);
        for (int i = appends.first(key); i < appends.end(key); i++) {
            int op = appends.member(i);
            if (!index.put(history.element(op), op)) {
                ambiguousKeys.set(key);
            }
            if (i > appends.first(key) && txnOfOp[appends.member(i - 1)] == txnOfOp[op]) {
                continuations.set(op);
                continued.set(appends.member(i - 1));
            }
        }
        for (int i = lists.first(key); i < lists.end(key); i++) {
            int list = lists.member(i);
            int first = firstElement[list];
            for (int at = 0; at < history.listSize(list); at++) {
                int append = index.of(history.listElement(list, at));
                appendOf[first + at] = append;
                hasUnknown |= append == UNKNOWN;
            }
        }
    }

    /** Returns the transaction to which the op belongs. */
    int txn(int op) {
        return txnOfOp[op];
    }

    /**
     * Returns the op that appended the element at {@code index} of the list, or {@link #UNKNOWN}; of several the first.
     */
    int appendOf(int list, int index) {
        return appendOf[firstElement[list] + index];
    }

    /** Returns whether some list holds an element that nobody appended. */
    boolean hasUnknown() {
        return hasUnknown;
    }

    /** Returns the appends of each key, whatever became of their transactions, in the order of the ops. */
    Groups appends() {
        return appends;
    }

    /** Returns the lists of each key, ascending. */
    Groups lists() {
        return lists;
    }

    /** Returns whether two ops appended the same element to the key, so that a read of it cannot be attributed. */
    boolean isAmbiguous(int key) {
        return ambiguousKeys.get(key);
    }

    /** Returns the lowest key to which an element was appended twice, or {@link #UNKNOWN}. */
    int ambiguousKey() {
        return ambiguousKeys.nextSetBit(0);
    }

    /** Decides whether no later op of the same transaction appends to the same key. */
    boolean isFinal(int appendOp) {
        return !continued.get(appendOp);
    }

    /** Returns the append that the same transaction had made to the key just before, or {@link #UNKNOWN}. */
    int previous(int appendOp) {
        int op = continuations.get(appendOp) ? appendOp - 1 : UNKNOWN;
        while (op != UNKNOWN && !(history.isAppend(op) && history.key(op) == history.key(appendOp))) {
            op--;
        }
        return op;
    }

    /** Returns whether the op's transaction aborted. */
    boolean isAborted(int op) {
        return outcomes[txnOfOp[op]] == ABORTED;
    }

    /** Returns whether the transaction committed. */
    boolean isCommitted(int txn) {
        return outcomes[txn] == COMMITTED;
    }

    /** Returns whether the transaction's outcome is not known. */
    boolean isIndeterminate(int txn) {
        return outcomes[txn] == INDETERMINATE;
    }

    /**
     * A table of the op that appended each element to one key, reused for key after key.
     *
     * <p>Workloads count the elements of a key, so a table with a slot for each number between the least and the
     * greatest element is small and answers without hashing. Elements that lie far apart are hashed instead, and
     * compared.
     */
    private static final class ElementIndex {

        /** The number of slots that a table has at most for each append, besides a few more. */
        private static final int SPREAD_MAX = 4;

        private static final int SPREAD_FREE = 64;

        private int[] table = new int[256];
        private int least;
        /** The number of slots of the table that are in use; 0 if the elements are hashed. */
        private int range;

        private Int2IntOpenHashMap hashed = new Int2IntOpenHashMap();

        /** Clears the table and prepares it for {@code count} elements from {@code min} to {@code max}. O(count). */
        void reset(int count, int min, int max) {
            long spread = (long) max - min + 1;
            if (count == 0 || spread > (long) SPREAD_MAX * count + SPREAD_FREE) {
                range = 0;
                // A new one, since to clear it costs what the largest key before needed.
                hashed = new Int2IntOpenHashMap(count);
                hashed.defaultReturnValue(UNKNOWN);
                return;
            }
            least = min;
            range = (int) spread;
            if (table.length < range) {
                table = new int[Math.max(range, 2 * table.length)];
            }
            Arrays.fill(table, 0, range, UNKNOWN);
        }

        /** Records the op that appended the element; returns false and keeps the first op if one is known already. */
        boolean put(int element, int op) {
            if (range == 0) {
                return hashed.putIfAbsent(element, op) == UNKNOWN;
            }
            int slot = element - least;
            if (table[slot] != UNKNOWN) {
                return false;
            }
            table[slot] = op;
            return true;
        }

        /** Returns the op that appended the element, or {@link #UNKNOWN}. */
        int of(int element) {
            if (range == 0) {
                return hashed.get(element);
            }
            // Out of range on either side, as an unsigned number, is large; a wrapped difference is as well.
            int slot = element - least;
            return Integer.compareUnsigned(slot, range) < 0 ? table[slot] : UNKNOWN;
        }
    }
}
