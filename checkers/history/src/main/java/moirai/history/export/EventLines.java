package moirai.history.export;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;

/** One map a line for each invocation, completion and fault, in either syntax; buffers 64 KiB, whatever the history. */
final class EventLines {

    private static final int BUFFER_CHARS = 64 << 10;
    /** What EDN takes as the name of a keyword, without the characters that mean something there. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

    private final History history;
    private final Syntax syntax;
    private final Writer out;
    private final StringBuilder text = new StringBuilder(BUFFER_CHARS + 1024);
    private long index;

    EventLines(History history, Syntax syntax, Writer out) {
        this.history = history;
        this.syntax = syntax;
        this.out = out;
    }

    void write() throws IOException {
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
        drain();
        out.flush();
    }

    private void invocation(int txn) throws IOException {
        open(history.startNanos(txn), "invoke");
        session(txn);
        value(txn, false);
        close();
    }

    private void completion(int txn) throws IOException {
        switch (history.outcome(txn)) {
            case Outcome.Committed committed -> {
                open(history.endNanos(txn), "ok");
                session(txn);
                value(txn, true);
            }
            case Outcome.Aborted(String cause) -> refused(txn, "fail", cause);
            case Outcome.Indeterminate(String cause) -> refused(txn, "info", cause);
        }
        close();
    }

    /** What did not commit carries the invoked value: readers of both formats expect it so. */
    private void refused(int txn, String type, String cause) throws IOException {
        open(history.endNanos(txn), type);
        session(txn);
        value(txn, false);
        key("error");
        string(cause);
    }

    private void session(int txn) {
        key("process");
        text.append(history.session(txn));
        key("f");
        word("txn");
    }

    private void faultLine(FaultEvent event) throws IOException {
        open(event.nanos(), "info");
        key("process");
        word("nemesis");
        key("f");
        wordOrString(event.fault());
        key("value");
        text.append('[');
        word(event.phase().name().toLowerCase(Locale.ROOT));
        text.append(syntax.betweenItems());
        string(event.target());
        text.append(']');
        close();
    }

    private void open(long nanos, String type) {
        text.append('{').append(syntax.wordOpen()).append("index").append(syntax.keyClose());
        text.append(index++);
        key("time");
        text.append(nanos);
        key("type");
        word(type);
    }

    private void close() throws IOException {
        text.append("}\n");
        drainIfFull();
    }

    private void value(int txn, boolean answers) throws IOException {
        key("value");
        text.append('[');
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (op > history.firstOp(txn)) {
                text.append(syntax.betweenItems());
            }
            op(op, answers);
        }
        text.append(']');
    }

    private void op(int op, boolean answers) throws IOException {
        text.append('[');
        word(history.isAppend(op) ? "append" : history.isWrite(op) ? "w" : "r");
        text.append(syntax.betweenItems()).append(history.keyName(history.key(op)));
        text.append(syntax.betweenItems());
        if (history.isAppend(op)) {
            text.append(history.element(op));
        } else if (history.isWrite(op)) {
            text.append(history.value(op));
        } else if (answers && history.isAnswered(op) && !history.isInitialRead(op)) {
            answer(op);
        } else {
            text.append(syntax.nothing());
        }
        text.append(']');
    }

    private void answer(int op) throws IOException {
        switch (history.dataModel()) {
            case LIST_APPEND, SET -> elements(op);
            case REGISTER, COUNTER -> text.append(history.value(op));
        }
    }

    private void elements(int op) throws IOException {
        int list = history.list(op);
        int length = history.length(op);
        text.append('[');
        for (int i = 0; i < length; i++) {
            if (i > 0) {
                text.append(syntax.betweenItems());
            }
            text.append(history.listElement(list, i));
            drainIfFull();
        }
        text.append(']');
    }

    private void key(String name) {
        text.append(syntax.betweenPairs())
                .append(syntax.wordOpen())
                .append(name)
                .append(syntax.keyClose());
    }

    private void word(String word) {
        text.append(syntax.wordOpen()).append(word).append(syntax.wordClose());
    }

    private void wordOrString(String name) {
        if (WORD.matcher(name).matches()) {
            word(name);
        } else {
            string(name);
        }
    }

    private void string(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    private void drainIfFull() throws IOException {
        if (text.length() >= BUFFER_CHARS) {
            drain();
        }
    }

    private void drain() throws IOException {
        out.append(text);
        text.setLength(0);
    }
}
