package moirai.analysis.explanation;

import java.util.Locale;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;

/** Puts the transactions and ops of one history into words. */
final class OpText {

    /**
     * The number of elements that are shown of a list; longer ones are shown by their end, which is where transactions
     * disagree.
     */
    private static final int ELEMENTS_SHOWN_MAX = 16;

    private final History history;

    OpText(History history) {
        this.history = history;
    }

    /** Returns one transaction in a line: session, interval, outcome, ops. */
    String txn(int txn) {
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "T%d (session %d, %s%s): ",
                txn,
                history.session(txn),
                history.isTimed() ? interval(txn) : "",
                word(history.outcome(txn))));
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            text.append(op == history.firstOp(txn) ? "" : ", ").append(op(op));
        }
        return text.toString();
    }

    /** Returns an op as an order: {@code append 7 to key 1}, {@code read key 1 as nothing}. */
    String op(int op) {
        return switch (history.op(op)) {
            case Op.Append append -> "append " + history.valueLabel(append.element()) + " to key " + keyLabel(op);
            case Op.Write write -> "write " + history.valueLabel(write.value()) + " to key " + keyLabel(op);
            case Op.Add add -> "add " + history.valueLabel(add.element()) + " to key " + keyLabel(op);
            case Op.Increment increment -> "increment key " + keyLabel(op) + " by " + increment.amount();
            case Op.Scan scan -> "scan " + range(op) + " and find " + found(scan);
            case Op.Read read -> "read " + version(op);
            case Op.ReadValue read -> "read " + version(op);
            case Op.ReadInitial read -> "read " + version(op);
            case Op.ReadSet read -> "read " + version(op);
            case Op.ReadCounter read -> "read " + version(op);
        };
    }

    /** Returns the verb for ops that change keys in the past tense, as after {@code nobody ever}. */
    String wrote() {
        return switch (history.dataModel()) {
            case LIST_APPEND -> "appended";
            case REGISTER -> "wrote";
            case SET -> "added";
            case COUNTER -> "incremented";
        };
    }

    /** Returns the same verb as a participle: {@code what it had written}. */
    String written() {
        return isOfRegisters() ? "written" : wrote();
    }

    /** Returns the range of a scan: {@code keys 1 to 9}. */
    String range(int scanOp) {
        return "keys " + keyLabel(scanOp) + " to " + history.scanTo(scanOp);
    }

    private static String found(Op.Scan scan) {
        return switch (scan.matches()) {
            case Op.Scan.UNANSWERED -> "no answer";
            case 0 -> "nothing";
            default -> scan.matches() + (scan.matches() == 1 ? " list" : " lists");
        };
    }

    /**
     * Returns what a read returned as a clause: {@code T1 read key 253 as [1 3 4]}, {@code T1 scanned keys 1 to 9 and
     * found 2 lists}.
     */
    String read(int txn, int readOp) {
        if (history.op(readOp) instanceof Op.Scan scan) {
            return "T" + txn + " scanned " + range(readOp) + " and found " + found(scan);
        }
        return "T" + txn + " read " + version(readOp);
    }

    private String version(int readOp) {
        String key = "key " + keyLabel(readOp);
        if (!history.isAnswered(readOp)) {
            return key + " without an answer";
        }
        return key + " as " + answer(readOp);
    }

    /**
     * Returns the answer of a read: {@code [1 3 4]}, {@code 7} or {@code nothing}; of a scan, what it says of a list
     * that it did not find.
     */
    String answer(int readOp) {
        if (history.isScan(readOp)) {
            return "[] (not found in a scan of " + range(readOp) + ")";
        }
        return switch (history.dataModel()) {
            case LIST_APPEND -> list(readOp, "[", "]");
            case SET -> list(readOp, "{", "}");
            case REGISTER, COUNTER ->
                history.isInitialRead(readOp) ? "nothing" : history.valueLabel(history.value(readOp));
        };
    }

    private String list(int readOp, String open, String close) {
        int length = history.length(readOp);
        int from = length > ELEMENTS_SHOWN_MAX ? length - ELEMENTS_SHOWN_MAX : 0;
        var text = new StringBuilder(from > 0 ? open + "… " : open);
        for (int i = from; i < length; i++) {
            text.append(i == from ? "" : " ").append(history.valueLabel(history.listElement(history.list(readOp), i)));
        }
        return text.append(from > 0 ? close + " (" + length + " elements)" : close)
                .toString();
    }

    /** Returns the name by which the source called the op's key. */
    String keyLabel(int op) {
        return history.keyLabel(history.key(op));
    }

    boolean isOfRegisters() {
        return history.dataModel() == DataModel.REGISTER;
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed committed -> "committed";
            case Outcome.Aborted(String cause) -> "aborted" + (cause.isEmpty() ? "" : " with " + cause);
            case Outcome.Indeterminate(String cause) -> "unknown outcome" + (cause.isEmpty() ? "" : ", " + cause);
        };
    }

    private String interval(int txn) {
        return seconds(history.startNanos(txn)) + " to " + seconds(history.endNanos(txn)) + ", ";
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f s", nanos / 1e9);
    }

    /** Returns a length of time in the unit that shows it best. */
    static String gap(long nanos) {
        if (nanos < 10_000) {
            return nanos + " ns";
        }
        return nanos < 10_000_000 ? nanos / 1_000 + " µs" : nanos / 1_000_000 + " ms";
    }
}
