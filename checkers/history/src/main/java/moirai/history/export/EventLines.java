package moirai.history.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.export.EventText.Syntax;
import moirai.history.export.OpLists.Detail;

/**
 * Writes one map a line for each invocation, completion and fault, in either syntax; buffers 64 KiB, whatever the
 * history.
 */
final class EventLines {

    private final History history;
    private final EventText text;
    private final OpLists ops;
    private long index;
    private boolean numbersTxns;

    EventLines(History history, Syntax syntax, Writer out) {
        this.history = history;
        this.text = new EventText(syntax, out);
        this.ops = new OpLists(history, text);
    }

    void write() throws IOException {
        numbersTxns = !isInOrder();
        var header = new HeaderLine(history, text);
        if (numbersTxns || header.isNeeded() || !isSaid()) {
            open(0, "info");
            text.key("process");
            text.word("nemesis");
            text.key("f");
            text.word("moirai");
            text.key("value");
            header.write();
            close();
        }
        events();
        text.flush();
    }

    private void events() throws IOException {
        List<FaultEvent> faults = history.faults();
        int fault = 0;
        var events = new EventOrder(history);
        while (events.advance()) {
            while (fault < faults.size() && faults.get(fault).nanos() <= events.nanos()) {
                faultLine(faults.get(fault++));
            }
            if (events.isInvocation()) {
                invocation(events.txn());
            } else {
                completion(events.txn());
            }
        }
        while (fault < faults.size()) {
            faultLine(faults.get(fault++));
        }
    }

    /** Returns whether transactions complete in the order that they have in the history. */
    private boolean isInOrder() {
        var events = new EventOrder(history);
        int next = 0;
        while (events.advance()) {
            if (!events.isInvocation() && events.txn() != next++) {
                return false;
            }
        }
        return true;
    }

    private boolean isSaid() {
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (!ops.isSaid(txn, isCommitted(txn))) {
                return false;
            }
        }
        return true;
    }

    private boolean isCommitted(int txn) {
        return history.outcome(txn) instanceof Outcome.Committed;
    }

    private void invocation(int txn) throws IOException {
        open(history.startNanos(txn), "invoke");
        session(txn);
        text.key("value");
        ops.list(txn, Detail.PLANNED);
        close();
    }

    private void completion(int txn) throws IOException {
        switch (history.outcome(txn)) {
            case Outcome.Committed committed -> {
                open(history.endNanos(txn), "ok");
                session(txn);
                text.key("value");
                ops.list(txn, Detail.ANSWERED);
            }
            case Outcome.Aborted(String cause) -> refused(txn, "fail", cause);
            case Outcome.Indeterminate(String cause) -> refused(txn, "info", cause);
        }
        if (!ops.isSaid(txn, isCommitted(txn))) {
            text.key("ops");
            ops.list(txn, Detail.EXACT);
        }
        if (numbersTxns) {
            text.key("txn");
            text.number(txn);
        }
        close();
    }

    /** Writes a completion that did not commit with the invoked value, as readers of both formats expect. */
    private void refused(int txn, String type, String cause) throws IOException {
        open(history.endNanos(txn), type);
        session(txn);
        text.key("value");
        ops.list(txn, Detail.PLANNED);
        text.key("error");
        text.string(cause);
    }

    private void session(int txn) {
        text.key("process");
        text.number(history.session(txn));
        text.key("f");
        text.word("txn");
    }

    private void faultLine(FaultEvent event) throws IOException {
        open(event.nanos(), "info");
        text.key("process");
        text.word("nemesis");
        text.key("f");
        text.wordOrString(event.fault());
        text.key("value");
        text.raw("[");
        text.word(event.phase().name().toLowerCase(Locale.ROOT));
        text.betweenItems();
        text.string(event.target());
        text.raw("]");
        close();
    }

    private void open(long nanos, String type) {
        text.open("index");
        text.number(index++);
        text.key("time");
        text.number(nanos);
        text.key("type");
        text.word(type);
    }

    private void close() throws IOException {
        text.raw("}\n");
        text.drainIfFull();
    }
}
