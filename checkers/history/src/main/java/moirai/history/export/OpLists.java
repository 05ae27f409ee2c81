package moirai.history.export;

import java.io.IOException;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;

/** Writes the ops of transactions as vectors of micro-operations. */
record OpLists(History history, EventText text) {

    /** The detail in which an op is written. */
    enum Detail {
        /** The request alone. */
        PLANNED,
        /** The answer, without reads of which nothing is known: other readers would read nil as an answer. */
        ANSWERED,
        /** The answer, where a read without an answer has no third part, and matches of a scan stand on their own. */
        EXACT
    }

    /**
     * Returns whether the completion of a transaction expresses what the history has. The completion of a committed
     * transaction cannot express a read without an answer; those of others have no answers.
     */
    boolean isSaid(int txn, boolean isCommitted) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isScan(op)) {
                if (!isCommitted && history.scanMatches(op) != Op.Scan.UNANSWERED) {
                    return false;
                }
            } else if (isRead(op) && history.isAnswered(op) != isCommitted) {
                return false;
            }
        }
        return true;
    }

    private boolean isRead(int op) {
        return !history.isAppend(op) && !history.isWrite(op) && !history.isScan(op);
    }

    /** Writes the ops of a transaction; {@link Detail#ANSWERED} is for those that committed. */
    void list(int txn, Detail detail) throws IOException {
        text.raw("[");
        boolean isFirst = true;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (detail == Detail.ANSWERED && isRead(op) && !history.isAnswered(op)) {
                continue;
            }
            if (!isFirst) {
                text.betweenItems();
            }
            isFirst = false;
            if (history.isScan(op)) {
                op = scan(op, detail);
            } else {
                op(op, detail);
            }
        }
        text.raw("]");
    }

    private void op(int op, Detail detail) throws IOException {
        text.raw("[");
        text.word(word(op));
        text.betweenItems();
        key(op);
        if (detail != Detail.EXACT || !isRead(op) || history.isAnswered(op)) {
            text.betweenItems();
            value(op, detail);
        }
        text.raw("]");
    }

    private String word(int op) {
        if (isRead(op)) {
            return "r";
        }
        return switch (history.dataModel()) {
            case LIST_APPEND -> "append";
            case REGISTER -> "w";
            case SET -> "add";
            case COUNTER -> "inc";
        };
    }

    private void value(int op, Detail detail) throws IOException {
        if (history.isAppend(op)) {
            value(history.element(op));
        } else if (history.isWrite(op)) {
            amount(op);
        } else if (detail == Detail.PLANNED || !history.isAnswered(op) || history.isInitialRead(op)) {
            text.nothing();
        } else {
            switch (history.dataModel()) {
                case LIST_APPEND -> {
                    text.raw("[");
                    elements(op);
                    text.raw("]");
                }
                case SET -> set(op);
                case REGISTER, COUNTER -> amount(op);
            }
        }
    }

    private void amount(int op) {
        if (history.dataModel() == DataModel.COUNTER) {
            text.number(history.value(op));
        } else {
            value(history.value(op));
        }
    }

    /** Writes a set. A set that was read with an element twice is none to readers, and is written as a vector. */
    private void set(int op) throws IOException {
        boolean isSet = true;
        for (int i = 1; i < history.length(op) && isSet; i++) {
            isSet = history.listElement(history.list(op), i) != history.listElement(history.list(op), i - 1);
        }
        text.raw(isSet ? "#{" : "[", "[");
        elements(op);
        text.raw(isSet ? "}" : "]", "]");
    }

    private void elements(int op) throws IOException {
        int list = history.list(op);
        int length = history.length(op);
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                text.betweenItems();
            }
            value(history.listElement(list, i));
            text.drainIfFull();
        }
    }

    private void key(int op) {
        long name = history.keyName(history.key(op));
        if (history.labels().keys().containsKey(name)) {
            text.label(history.labels().key(name));
        } else {
            text.number(name);
        }
    }

    private void value(long value) {
        if (history.labels().values().containsKey(value)) {
            text.label(history.labels().value(value));
        } else {
            text.number(value);
        }
    }

    /**
     * Writes a scan.
     *
     * @return the last op that it covers
     */
    private int scan(int scan, Detail detail) throws IOException {
        int matches = history.scanMatches(scan);
        boolean hasMatches = matches != Op.Scan.UNANSWERED;
        text.raw("[");
        text.word("scan");
        text.betweenItems();
        text.raw("[");
        text.number(history.keyName(history.key(scan)));
        text.betweenItems();
        text.number(history.scanTo(scan));
        text.raw("]");
        text.betweenItems();
        int last = scan;
        switch (detail) {
            case EXACT -> text.number(matches);
            case PLANNED -> {
                text.nothing();
                last = hasMatches ? scan + matches : scan;
            }
            case ANSWERED -> {
                if (hasMatches) {
                    matches(scan, matches);
                    last = scan + matches;
                } else {
                    text.nothing();
                }
            }
        }
        text.raw("]");
        return last;
    }

    private void matches(int scan, int count) throws IOException {
        // JSON has no map whose keys are no words, and gets pairs in an array.
        text.raw("{", "[");
        for (int op = scan + 1; op <= scan + count; op++) {
            if (op > scan + 1) {
                text.betweenPairs();
            }
            text.raw("", "[");
            key(op);
            text.betweenItems();
            value(op, Detail.ANSWERED);
            text.raw("", "]");
        }
        text.raw("}", "]");
    }
}
