package moirai.formats;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.io.Writer;
import java.util.HashSet;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Outcome;

/**
 * Writes the text of Plume, PolySI and AWDIT, which checkers of registers read: see {@link HistoryFormat#PLUME}.
 *
 * <pre>
 * r(7,0,0,0)
 * w(7,1,0,0)
 * </pre>
 *
 * <p>A history of registers is written as it is, one of lists as its projection on registers: the append of an element
 * writes it, and a read finds the last element of its list. The initial state and the empty list are 0. Transactions
 * keep their numbers; sessions are numbered from 0 in the order in which they appear; keys and values below 0 are
 * written as the unsigned number of the same 64 bits, which some readers refuse.
 *
 * <p>The format cannot express everything. Lost are: times, faults, causes, transactions without an op, reads without
 * an answer, the boundaries between successive aborted transactions of a session, and that a history is not complete.
 * Of aborted transactions only the writes are written, as those of transaction −1. An indeterminate transaction of
 * which a written transaction read something did take effect and is written as committed; the others are left out.
 *
 * <p>A history of registers that are all committed, without empty transactions and unanswered reads, is read back equal
 * but for its times and the numbers of its sessions.
 */
public final class PlumeExport {

    private static final int BUFFER_CHARS = 64 << 10;
    private static final int LINE_CHARS_MAX = 128;

    private final History history;
    private final RegisterView view;
    private final Writer out;
    private final StringBuilder text = new StringBuilder(BUFFER_CHARS);
    private final Int2IntOpenHashMap sessions = new Int2IntOpenHashMap();

    private PlumeExport(History history, Writer out) {
        this.history = history;
        this.view = new RegisterView(history);
        this.out = out;
    }

    /**
     * Writes the history and flushes; does not close.
     *
     * <p>Cost: O(ops + elements of lists), in memory for the writes of indeterminate transactions and for one bit a
     * transaction.
     *
     * @throws IllegalArgumentException with the transaction, if a 0 of the history would be read as the initial state
     *    or the other way round: 0 appended to a list, 0 read from a register that was never written 0, or the initial
     *    state of a register that was; or if it holds neither lists nor registers; or if the history is not complete
     *    and a read finds what no transaction of it has written, which another checker would call garbage; nothing is
     *    written then
     */
    public static void write(History history, Writer out) throws IOException {
        if (history.dataModel() == DataModel.SET || history.dataModel() == DataModel.COUNTER) {
            throw new IllegalArgumentException("the format has registers, and lists as such; not "
                    + history.dataModel().plural());
        }
        var export = new PlumeExport(history, out);
        export.view.requireZeroIsInitial();
        export.requireWriters();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            export.txn(txn);
        }
        out.append(export.text);
        out.flush();
    }

    /** Fails if the history is not complete and a read finds a value whose writer is missing. */
    private void requireWriters() {
        if (history.isComplete()) {
            return;
        }
        record Value(int key, long value) {}
        var written = new HashSet<Value>();
        for (int op = 0; op < history.opCount(); op++) {
            if (view.isWrite(op)) {
                written.add(new Value(history.key(op), view.value(op)));
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                boolean isFound = !view.isWrite(op) && history.isAnswered(op) && view.isWritten(txn);
                if (isFound
                        && view.value(op) != RegisterView.INITIAL
                        && !written.contains(new Value(history.key(op), view.value(op)))) {
                    throw new IllegalArgumentException("T" + txn + " reads " + view.value(op) + " of key "
                            + history.keyName(history.key(op)) + ", whose writer is not in the history, which is not"
                            + " complete; the format cannot say so, and another checker would call it garbage; expected"
                            + " edn or jsonl");
                }
            }
        }
    }

    private void txn(int txn) throws IOException {
        if (!view.isWritten(txn)) {
            return;
        }
        boolean isAborted = history.outcome(txn) instanceof Outcome.Aborted;
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            boolean isWrite = view.isWrite(op);
            if (isWrite || (!isAborted && history.isAnswered(op))) {
                line(isWrite ? 'w' : 'r', op, txn, isAborted);
            }
        }
    }

    private void line(char kind, int op, int txn, boolean isAborted) throws IOException {
        text.append(kind).append('(');
        number(history.keyName(history.key(op)));
        text.append(',');
        number(view.value(op));
        text.append(',')
                .append(session(txn))
                .append(',')
                .append(isAborted ? -1 : txn)
                .append(")\n");
        if (text.length() > BUFFER_CHARS - LINE_CHARS_MAX) {
            out.append(text);
            text.setLength(0);
        }
    }

    private void number(long number) {
        if (number >= 0) {
            text.append(number);
        } else {
            text.append(Long.toUnsignedString(number));
        }
    }

    private int session(int txn) {
        return sessions.computeIfAbsent(history.session(txn), unseen -> sessions.size());
    }
}
