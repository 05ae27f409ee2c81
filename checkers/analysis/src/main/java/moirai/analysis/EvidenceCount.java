package moirai.analysis;

import java.util.Arrays;
import java.util.BitSet;
import moirai.analysis.columns.StableSort;
import moirai.history.History;
import moirai.history.Outcome;

/** Counts what a history could have shown. */
final class EvidenceCount {

    private final History history;
    private final int[] committed;
    private final int indeterminate;
    private int aborted;
    private final BitSet contended = new BitSet();
    /** The versions of lists that were read. */
    private final BitSet listVersions = new BitSet();
    /** At index k + 1, how many reads of register k returned a value. */
    private final int[] valueReads;

    EvidenceCount(History history) {
        this.history = history;
        int[] ids = new int[history.txnCount()];
        int count = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            // A switch over the patterns is a call that the JVM's first compiler does not inline.
            if (history.outcome(txn) instanceof Outcome.Committed) {
                ids[count++] = txn;
            } else if (history.outcome(txn) instanceof Outcome.Aborted) {
                aborted++;
            }
        }
        this.indeterminate = history.txnCount() - count - aborted;
        this.committed = Arrays.copyOf(ids, count);
        this.valueReads = new int[history.keyCount() + 1];
    }

    Evidence count() {
        visitOps();
        return new Evidence(
                committed.length,
                aborted,
                indeterminate,
                history.isTimed() ? overlapping() : 0,
                listVersions.cardinality() + registerVersionsRead(),
                contended.cardinality());
    }

    /**
     * Counts the committed transactions that overlap one of another session. Sweeps over the transactions in order of
     * start, once forwards and once backwards.
     */
    private int overlapping() {
        int[] byStart = StableSort.by(history::startNanos, committed);
        var overlapping = new BitSet(history.txnCount());
        var latestEnd = new ExtremeOfOthers();
        for (int txn : byStart) {
            if (latestEnd.exceptOf(history.session(txn)) >= history.startNanos(txn)) {
                overlapping.set(txn);
            }
            latestEnd.add(history.session(txn), history.endNanos(txn));
        }
        var earliestStart = new ExtremeOfOthers();
        for (int i = byStart.length - 1; i >= 0; i--) {
            int txn = byStart[i];
            if (earliestStart.exceptOf(history.session(txn)) >= -history.endNanos(txn)) {
                overlapping.set(txn);
            }
            earliestStart.add(history.session(txn), -history.startNanos(txn));
        }
        return overlapping.cardinality();
    }

    /** The greatest value so far that another session gave. */
    private static final class ExtremeOfOthers {

        private int session = -1;
        private long value = Long.MIN_VALUE;
        private long valueOfOthers = Long.MIN_VALUE;

        long exceptOf(int other) {
            return other == session ? valueOfOthers : value;
        }

        void add(int ofSession, long next) {
            if (ofSession == session) {
                value = Math.max(value, next);
            } else if (next > value) {
                valueOfOthers = value;
                value = next;
                session = ofSession;
            } else {
                valueOfOthers = Math.max(valueOfOthers, next);
            }
        }
    }

    /** Finds the contended keys, the versions of lists that were read, and how often values of registers were. */
    private void visitOps() {
        int[] writer = new int[history.keyCount()];
        Arrays.fill(writer, -1);
        int[] firstVersion = firstVersions();
        for (int txn : committed) {
            int session = history.session(txn);
            int end = history.endOp(txn);
            for (int op = history.firstOp(txn); op < end; op++) {
                int key = history.key(op);
                if (history.isAppend(op) || history.isWrite(op)) {
                    if (writer[key] >= 0 && writer[key] != session) {
                        contended.set(key);
                    }
                    writer[key] = session;
                } else if (history.isValueRead(op)) {
                    valueReads[key + 1]++;
                } else if (history.isAnswered(op) && !history.isInitialRead(op) && history.length(op) > 0) {
                    listVersions.set(firstVersion[history.list(op)] + history.length(op) - 1);
                }
            }
        }
    }

    /** Returns the number of each list's first version. */
    private int[] firstVersions() {
        int[] first = new int[history.listCount()];
        int versions = 0;
        for (int list = 0; list < first.length; list++) {
            first[list] = versions;
            versions = Math.addExact(versions, history.listSize(list));
        }
        return first;
    }

    /** Groups the values by key and sorts those of each, so that no pairs of key and value need be hashed or sorted. */
    private long registerVersionsRead() {
        int[] next = valueReads;
        for (int key = 0; key < history.keyCount(); key++) {
            next[key + 1] += next[key];
        }
        long[] values = new long[next[history.keyCount()]];
        for (int txn : committed) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isValueRead(op)) {
                    values[next[history.key(op)]++] = history.value(op);
                }
            }
        }
        long versions = 0;
        for (int key = 0; key < history.keyCount(); key++) {
            int from = key == 0 ? 0 : next[key - 1];
            Arrays.sort(values, from, next[key]);
            for (int i = from; i < next[key]; i++) {
                versions += i == from || values[i] != values[i - 1] ? 1 : 0;
            }
        }
        return versions;
    }
}
