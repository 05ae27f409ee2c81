package moirai.history.export;

import java.util.HashMap;
import java.util.Map;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.RunHeader;

/**
 * The header of an export, for which the formats have no place: the origin, the kind of data, whether the history has
 * times and is complete, and which numbers stand for its labels.
 */
record HeaderLine(History history, EventText text) {

    /** The first number that readers use as stand-ins for labels, unless a header says that none does. */
    private static final long STAND_INS = 1L << 30;

    /** Returns whether a reader would get another history without it. O(ops + elements). */
    boolean isNeeded() {
        return !history.header().equals(RunHeader.NONE)
                || !history.isTimed()
                || !history.isComplete()
                || !history.labels().isEmpty()
                || history.txnCount() == 0
                || history.dataModel() == DataModel.SET
                || history.dataModel() == DataModel.COUNTER
                || !showsModel()
                || hasStandIns()
                || hasTies();
    }

    /** Returns whether there is an op that lists and registers write differently. */
    private boolean showsModel() {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            boolean isCommitted = history.outcome(txn) instanceof Outcome.Committed;
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                boolean isShown = isCommitted && history.isAnswered(op) && !history.isInitialRead(op);
                if (history.isAppend(op) || history.isWrite(op) || history.isScan(op) || isShown) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether a session begins at the time at which it had ended: readers put what follows such a completion
     * behind it, in all sessions.
     */
    private boolean hasTies() {
        var endOf = new HashMap<Integer, Long>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Long end = endOf.put(history.session(txn), history.endNanos(txn));
            if (end != null && history.startNanos(txn) <= end) {
                return true;
            }
        }
        return false;
    }

    private boolean hasStandIns() {
        for (int key = 0; key < history.keyCount(); key++) {
            if (history.keyName(key) < Long.MIN_VALUE + 2 * STAND_INS) {
                return true;
            }
        }
        for (int op = 0; op < history.opCount(); op++) {
            if (history.isAppend(op) && history.element(op) < Integer.MIN_VALUE + STAND_INS) {
                return true;
            }
            if (history.dataModel() == DataModel.REGISTER && history.value(op) < Long.MIN_VALUE + 2 * STAND_INS) {
                return true;
            }
        }
        for (int list = 0; list < history.listCount(); list++) {
            for (int i = 0; i < history.listSize(list); i++) {
                if (history.listElement(list, i) < Integer.MIN_VALUE + STAND_INS) {
                    return true;
                }
            }
        }
        return false;
    }

    void write() {
        RunHeader header = history.header();
        text.open("seed");
        text.string(header.seed().toString());
        entry("workload", header.workload());
        entry("isolation", header.isolation());
        entry("expect", header.expect());
        entry("database", header.database());
        entry("started", header.started().toString());
        entry("model", history.dataModel().plural());
        entry("timed", String.valueOf(history.isTimed()));
        entry("complete", String.valueOf(history.isComplete()));
        labels("keys", history.labels().keys());
        labels("values", history.labels().values());
        text.raw("}");
    }

    private void entry(String name, String value) {
        text.key(name);
        text.string(value);
    }

    private void labels(String name, Map<Long, String> labels) {
        text.key(name);
        text.raw("[");
        boolean[] isFirst = {true};
        labels.forEach((number, label) -> {
            if (!isFirst[0]) {
                text.betweenItems();
            }
            isFirst[0] = false;
            text.raw("[");
            text.number(number);
            text.betweenItems();
            text.string(label);
            text.raw("]");
        });
        text.raw("]");
    }
}
