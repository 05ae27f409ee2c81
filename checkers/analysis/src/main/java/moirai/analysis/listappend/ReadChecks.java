package moirai.analysis.listappend;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * Finds the anomalies that single reads prove, without a cycle.
 *
 * <p>Source: Kingsbury, Alvaro, "Elle" (2020), sections 4.3.1 and 6.1. A reader is reported once for each phenomenon
 * and read, with the first element that proves it. O(ops × ops of a transaction + elements of lists).
 */
final class ReadChecks {

    /** Stands for no op. */
    static final int NONE = -1;

    private static final int NOWHERE = Integer.MAX_VALUE;

    private final Inference inference;
    private final History history;
    private final Writes writes;
    private final CommittedReads reads;
    private final VersionOrders orders;
    private final AnomalyLog log;
    /** The place in each list of its first aborted, unknown and repeated element. */
    private final int[] firstAborted;

    private final int[] firstUnknown;
    private final int[] firstRepeated;
    /** The place of the first element that has not all before it that its writer had appended before. */
    private final int[] firstReordered;

    ReadChecks(Inference inference, AnomalyLog log) {
        this.inference = inference;
        this.history = inference.history();
        this.writes = inference.writes();
        this.reads = inference.reads();
        this.orders = inference.orders();
        this.log = log;
        this.firstAborted = nowhere();
        this.firstUnknown = nowhere();
        this.firstRepeated = nowhere();
        this.firstReordered = nowhere();
    }

    private int[] nowhere() {
        int[] positions = new int[history.listCount()];
        Arrays.fill(positions, NOWHERE);
        return positions;
    }

    void check() {
        findBadElements();
        IntArrayList txns = reads.effectiveTxns();
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (!history.isAppend(op) && history.isAnswered(op)) {
                    checkElements(txn, op);
                    checkLastElement(txn, op);
                    checkEarlierOps(txn, op);
                    checkLaterAppends(txn, op);
                } else if (Scans.isAnswered(history, op)) {
                    checkScan(txn, op);
                }
            }
        }
        checkOrders();
        for (int key = 0; key < history.keyCount(); key++) {
            checkDirtyUpdates(key);
        }
    }

    /**
     * Finds for each list its first aborted, unknown, repeated or reordered element. An element that was appended twice
     * may be read twice, and no append can be told to be its own. What an aborted transaction left behind says nothing
     * of the order of its appends.
     */
    private void findBadElements() {
        for (int list = 0; list < history.listCount(); list++) {
            boolean isAttributable = !writes.isAmbiguous(history.listKey(list));
            for (int i = reads.length(list) - 1; i >= 0; i--) {
                int append = writes.appendOf(list, i);
                if (append == Writes.UNKNOWN) {
                    firstUnknown[list] = i;
                } else if (isAttributable && writes.isAborted(append)) {
                    firstAborted[list] = i;
                } else if (isAttributable && isBehind(writes.previous(append), i)) {
                    firstReordered[list] = i;
                }
            }
            // In an order that is known no element stands twice, and all have their places.
            if (isAttributable && !orders.isWhole(history.listKey(list))) {
                firstReordered[list] = NOWHERE;
                findRepeatedOrReordered(list);
            }
        }
    }

    /** Decides whether an append has another place in its key's order than one before the index. */
    private boolean isBehind(int append, int index) {
        return append != Writes.UNKNOWN && (orders.position(append) < 0 || orders.position(append) > index);
    }

    private void findRepeatedOrReordered(int list) {
        var seen = new IntOpenHashSet();
        for (int i = 0; i < reads.length(list); i++) {
            int append = writes.appendOf(list, i);
            boolean isOrdered = append == Writes.UNKNOWN
                    || writes.isAborted(append)
                    || writes.previous(append) == Writes.UNKNOWN
                    || seen.contains(history.element(writes.previous(append)));
            firstReordered[list] = isOrdered ? firstReordered[list] : Math.min(firstReordered[list], i);
            if (!seen.add(history.listElement(list, i))) {
                firstRepeated[list] = Math.min(firstRepeated[list], i);
            }
        }
    }

    private void checkElements(int txn, int op) {
        int list = history.list(op);
        int length = history.length(op);
        if (firstAborted[list] < length) {
            int element = history.listElement(list, firstAborted[list]);
            int writer = writes.txn(writes.appendOf(list, firstAborted[list]));
            log.add(new Anomaly.AbortedRead(txn, op, element, writer));
        }
        if (firstRepeated[list] < length) {
            log.add(new Anomaly.DuplicateElement(txn, op, history.listElement(list, firstRepeated[list])));
        }
        if (firstReordered[list] < length) {
            int later = writes.appendOf(list, firstReordered[list]);
            log.add(new Anomaly.ReorderedAppends(txn, op, writes.txn(later), writes.previous(later), later));
        }
        if (firstUnknown[list] < length) {
            int element = history.listElement(list, firstUnknown[list]);
            if (history.isComplete()) {
                log.add(new Anomaly.GarbageRead(txn, op, element));
            } else {
                log.doubt(
                        Phenomenon.GARBAGE_READ,
                        txn,
                        () -> "T" + txn + " read element " + history.valueLabel(element) + " of key "
                                + history.keyLabel(history.key(op))
                                + ", whose append is not recorded; its record may be among those that are lost");
            }
        }
    }

    private void checkLastElement(int txn, int op) {
        int length = history.length(op);
        if (length == 0 || writes.isAmbiguous(history.key(op))) {
            return;
        }
        int append = writes.appendOf(history.list(op), length - 1);
        if (append != Writes.UNKNOWN
                && writes.txn(append) != txn
                && !writes.isAborted(append)
                && !writes.isFinal(append)) {
            log.add(new Anomaly.IntermediateRead(txn, op, history.element(append), writes.txn(append)));
        }
    }

    /** Compares a read with what the transaction itself read and appended before. */
    private void checkEarlierOps(int txn, int readOp) {
        int length = history.length(readOp);
        int expectedEnd = length;
        boolean consistent = true;
        int earlier = readOp - 1;
        for (; consistent && earlier >= history.firstOp(txn); earlier--) {
            if (history.key(earlier) != history.key(readOp)) {
                continue;
            }
            if (history.isAppend(earlier)) {
                expectedEnd--;
                consistent = expectedEnd >= 0
                        && history.listElement(history.list(readOp), expectedEnd) == history.element(earlier);
            } else if (history.isAnswered(earlier)) {
                consistent = expectedEnd == history.length(earlier) && samePrefix(earlier, readOp, expectedEnd);
                break;
            }
        }
        if (!consistent) {
            log.add(new Anomaly.InternalInconsistency(txn, readOp, missesOwnAppend(txn, readOp)));
        }
    }

    /** Decides whether the read does not end with what the transaction itself had appended last. */
    private boolean missesOwnAppend(int txn, int readOp) {
        int last = history.length(readOp) - 1;
        for (int earlier = readOp - 1; earlier >= history.firstOp(txn); earlier--) {
            if (history.isAppend(earlier) && history.key(earlier) == history.key(readOp)) {
                return last < 0 || history.listElement(history.list(readOp), last) != history.element(earlier);
            }
        }
        return false;
    }

    /**
     * Compares a scan with what the transaction itself had appended. That it misses what an earlier read or scan found
     * is no contradiction in itself: repeatable read allows phantoms, and where it is forbidden there is a cycle.
     */
    private void checkScan(int txn, int scanOp) {
        for (int earlier = history.firstOp(txn); earlier < scanOp; earlier++) {
            if (history.isAppend(earlier) && Scans.misses(history, scanOp, history.key(earlier))) {
                log.add(new Anomaly.InternalInconsistency(txn, scanOp, true));
                return;
            }
        }
    }

    private void checkLaterAppends(int txn, int readOp) {
        if (writes.isAmbiguous(history.key(readOp))) {
            return;
        }
        for (int later = readOp + 1; later < history.endOp(txn); later++) {
            if (history.isAppend(later) && history.key(later) == history.key(readOp) && contains(readOp, later)) {
                log.add(new Anomaly.FutureRead(txn, readOp, later));
                return;
            }
        }
    }

    private boolean samePrefix(int op, int otherOp, int length) {
        if (history.list(op) == history.list(otherOp)) {
            return true;
        }
        for (int i = 0; i < length; i++) {
            if (history.listElement(history.list(op), i) != history.listElement(history.list(otherOp), i)) {
                return false;
            }
        }
        return true;
    }

    private boolean contains(int readOp, int appendOp) {
        if (orders.isOrdered(readOp)) {
            int position = orders.position(appendOp);
            return position >= 0 && position < history.length(readOp);
        }
        for (int i = 0; i < history.length(readOp); i++) {
            if (history.listElement(history.list(readOp), i) == history.element(appendOp)) {
                return true;
            }
        }
        return false;
    }

    /** Reports at most one anomaly a key: the earliest read that contradicts the longest. */
    private void checkOrders() {
        int[] conflictingRead = new int[history.keyCount()];
        Arrays.fill(conflictingRead, NOWHERE);
        for (int list = 0; list < history.listCount(); list++) {
            if (!orders.isOnTrace(list)) {
                int key = history.listKey(list);
                conflictingRead[key] = Math.min(conflictingRead[key], reads.readOp(list));
            }
        }
        for (int key = 0; key < history.keyCount(); key++) {
            int read = conflictingRead[key];
            if (read != NOWHERE) {
                int longest = orders.longestRead(key);
                log.add(new Anomaly.IncompatibleOrder(writes.txn(longest), longest, writes.txn(read), read));
            }
        }
    }

    /**
     * Reports for each key the first read that contradicts the longest, together with the first read that it
     * contradicts. While a key grows, the longest read and that of another branch are always among those that have just
     * ended, which do not count yet in a history that is judged piece by piece. O(ops), if there is any such read.
     */
    void checkFirstContradictions() {
        var contradictions = new Contradictions(inference);
        boolean areAny = contradictions.areAny();
        BitSet shown = new BitSet(history.keyCount());
        IntArrayList txns = reads.effectiveTxns();
        for (int i = 0; i < txns.size() && areAny; i++) {
            int txn = txns.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                int other = shown.get(history.key(op)) ? NONE : contradictions.firstOf(op);
                if (other != NONE) {
                    shown.set(history.key(op));
                    log.add(new Anomaly.IncompatibleOrder(writes.txn(other), other, txn, op));
                }
            }
        }
    }

    /**
     * Finds for a read that contradicts the longest of its key the first read that it contradicts. That one stays the
     * same while the key grows.
     */
    static final class Contradictions {

        private final Inference inference;
        private final History history;
        /** For each key those of its reads on the trace that show more than all before them; made on demand. */
        private final Int2ObjectOpenHashMap<IntArrayList> longer = new Int2ObjectOpenHashMap<>();

        Contradictions(Inference inference) {
            this.inference = inference;
            this.history = inference.history();
        }

        /** Decides whether there are any. O(lists). */
        boolean areAny() {
            return IntStream.range(0, history.listCount())
                    .anyMatch(list -> !inference.orders().isOnTrace(list));
        }

        /**
         * Returns the op of the first read that this op contradicts, or {@link #NONE}. O(elements of its list), and
         * once O(ops + elements of lists).
         */
        int firstOf(int op) {
            if (!isRead(op) || inference.orders().isOnTrace(history.list(op))) {
                return NONE;
            }
            int common = inference.orders().commonWithTrace(history.list(op));
            if (history.length(op) <= common) {
                return NONE;
            }
            if (longer.isEmpty()) {
                index();
            }
            IntArrayList ofKey = longer.get(history.key(op));
            int first = 0;
            int last = ofKey.size() - 1;
            while (first < last) {
                int middle = (first + last) >>> 1;
                if (history.length(ofKey.getInt(middle)) > common) {
                    last = middle;
                } else {
                    first = middle + 1;
                }
            }
            return ofKey.getInt(first);
        }

        private boolean isRead(int op) {
            return !history.isAppend(op) && history.isAnswered(op);
        }

        private void index() {
            int[] common = new int[history.listCount()];
            Arrays.setAll(common, inference.orders()::commonWithTrace);
            IntArrayList txns = inference.reads().effectiveTxns();
            for (int i = 0; i < txns.size(); i++) {
                for (int op = history.firstOp(txns.getInt(i)); op < history.endOp(txns.getInt(i)); op++) {
                    // A read that contradicts nothing may be the beginning of a list that does.
                    if (isRead(op) && history.length(op) <= common[history.list(op)]) {
                        IntArrayList ofKey = longer.computeIfAbsent(history.key(op), key -> new IntArrayList());
                        if (ofKey.isEmpty() || history.length(op) > history.length(ofKey.topInt())) {
                            ofKey.add(op);
                        }
                    }
                }
            }
        }
    }

    /**
     * Finds committed appends behind aborted ones in lists that were read. An append that nobody read may have been
     * made to a list that was rolled back.
     */
    private void checkDirtyUpdates(int key) {
        int traced = Math.min(orders.traceLength(key), orders.count(key));
        for (int i = 0; i < traced; i++) {
            int op = orders.append(key, i);
            if (op != Writes.UNKNOWN && writes.isAborted(op)) {
                int next = orders.nextInstalled(key, i + 1);
                if (next >= 0 && next < traced) {
                    int append = orders.append(key, next);
                    log.add(new Anomaly.DirtyUpdate(writes.txn(append), append, writes.txn(op), op));
                }
            }
        }
    }
}
