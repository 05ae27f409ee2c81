package moirai.analysis.sets;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * Finds the anomalies that single reads of sets prove, without a cycle: elements of aborted transactions, of nobody,
 * twice in one set, of the reader's own future; and reads that contradict what their transaction itself had read and
 * added (axiom INT of Cerone, Bernardi, Gotsman 2015, section 3).
 *
 * <p>A reader is reported once for each phenomenon and read, with the first element that proves it. O(elements read +
 * ops of a transaction squared × log).
 */
final class ElementChecks {

    private final SetInference inference;
    private final History history;
    private final Adds adds;
    private final AnomalyLog log;

    ElementChecks(SetInference inference, AnomalyLog log) {
        this.inference = inference;
        this.history = inference.history();
        this.adds = inference.adds();
        this.log = log;
    }

    void check() {
        IntArrayList txns = inference.effectiveList();
        for (int i = 0; i < txns.size(); i++) {
            int txn = txns.getInt(i);
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (inference.isRead(op)) {
                    checkElements(txn, op);
                    checkOwnPast(txn, op);
                    checkOwnFuture(txn, op);
                }
            }
        }
    }

    private void checkElements(int txn, int op) {
        int list = history.list(op);
        boolean aborted = false;
        boolean unknown = false;
        boolean twice = false;
        for (int i = 0; i < history.length(op); i++) {
            int element = history.listElement(list, i);
            int add = adds.addOf(history.key(op), element);
            if (add == Adds.UNKNOWN && !unknown) {
                unknown = true;
                reportUnknown(txn, op, element);
            } else if (add != Adds.UNKNOWN && !aborted && adds.isAborted(add)) {
                aborted = true;
                log.add(new Anomaly.AbortedRead(txn, op, element, adds.txn(add)));
            }
            if (!twice && i > 0 && element == history.listElement(list, i - 1)) {
                twice = true;
                log.add(new Anomaly.DuplicateElement(txn, op, element));
            }
        }
    }

    private void reportUnknown(int txn, int op, int element) {
        if (history.isComplete()) {
            log.add(new Anomaly.GarbageRead(txn, op, element));
        } else {
            log.doubt(
                    Phenomenon.GARBAGE_READ,
                    "T" + txn + " read element " + history.valueLabel(element) + " of key "
                            + history.keyLabel(history.key(op))
                            + ", whose add is not recorded; its record may be among those that are lost");
        }
    }

    /**
     * Compares a read with the last own read of the key: it has to return what that read saw and the own adds since,
     * and nothing else.
     */
    private void checkOwnPast(int txn, int readOp) {
        int expected = 0;
        for (int op = readOp - 1; op >= history.firstOp(txn); op--) {
            if (history.key(op) != history.key(readOp)) {
                continue;
            }
            if (history.isAppend(op)) {
                if (!inference.contains(readOp, history.element(op))) {
                    log.add(new Anomaly.InternalInconsistency(txn, readOp, true));
                    return;
                }
                expected += isNewSince(txn, op, readOp) ? 1 : 0;
            } else if (history.isAnswered(op)) {
                if (history.length(op) + expected != history.length(readOp) || !isSubset(op, readOp)) {
                    log.add(new Anomaly.InternalInconsistency(txn, readOp, false));
                }
                return;
            }
        }
    }

    /**
     * Decides whether the add changes what the last read before it saw, and no other add before {@code end} adds the
     * same element.
     */
    private boolean isNewSince(int txn, int addOp, int end) {
        for (int op = addOp + 1; op < end; op++) {
            if (isAddOf(op, history.key(addOp), history.element(addOp))) {
                return false;
            }
        }
        for (int op = addOp - 1; op >= history.firstOp(txn); op--) {
            if (history.key(op) == history.key(addOp) && inference.isRead(op)) {
                return !inference.contains(op, history.element(addOp));
            }
        }
        return true;
    }

    private boolean isAddOf(int op, int key, int element) {
        return history.isAppend(op) && history.key(op) == key && history.element(op) == element;
    }

    private boolean isSubset(int readOp, int ofReadOp) {
        if (history.list(readOp) == history.list(ofReadOp)) {
            return history.length(readOp) <= history.length(ofReadOp);
        }
        int at = 0;
        for (int i = 0; i < history.length(readOp); i++) {
            int element = history.listElement(history.list(readOp), i);
            while (at < history.length(ofReadOp) && history.listElement(history.list(ofReadOp), at) < element) {
                at++;
            }
            if (at == history.length(ofReadOp) || history.listElement(history.list(ofReadOp), at) != element) {
                return false;
            }
        }
        return true;
    }

    private void checkOwnFuture(int txn, int readOp) {
        for (int later = readOp + 1; later < history.endOp(txn); later++) {
            if (history.isAppend(later)
                    && history.key(later) == history.key(readOp)
                    && inference.adder(history.key(later), history.element(later)) == txn
                    && adds.standingFor(later) == later
                    && inference.contains(readOp, history.element(later))) {
                log.add(new Anomaly.FutureRead(txn, readOp, later));
                return;
            }
        }
    }
}
