package moirai.analysis.listappend;

import java.util.List;
import java.util.Locale;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;

/**
 * Anomalies of one history in sentences that a person can check, in the manner of Kingsbury, Alvaro, "Elle" (2020),
 * figure 2, and as graphs for Graphviz.
 */
public final class Explainer {

    /** Longer lists are shown by their end, which is where transactions disagree. */
    private static final int ELEMENTS_SHOWN_MAX = 16;

    private final History history;
    private final Inference inference;

    /** Prepares explanations. O(ops of the history). */
    public Explainer(History history) {
        this.history = history;
        this.inference = new Inference(history);
    }

    /** The transactions of the anomaly, and why they contradict each other; lines end with a line feed. */
    public String text(Anomaly anomaly) {
        var text = new StringBuilder("Let:\n");
        for (int txn : anomaly.txns().stream().sorted().toList()) {
            text.append("  ").append(describe(txn)).append('\n');
        }
        text.append("Then:\n");
        switch (anomaly) {
            case Anomaly.Cycle cycle -> explain(cycle, text);
            case Anomaly.IncompatibleOrder reads ->
                line(
                        text,
                        read(reads.reader(), reads.readOp()) + ", and " + read(reads.otherReader(), reads.otherReadOp())
                                + ": neither list is the beginning of the other, so at least one was never committed!");
            case Anomaly.DirtyUpdate update ->
                line(
                        text,
                        "T" + update.writer() + "'s " + describeOp(update.appendOp()) + " follows T"
                                + update.abortedWriter() + "'s " + describeOp(update.abortedOp()) + ", but T"
                                + update.abortedWriter() + " aborted: a committed list was built on an aborted one!");
            case Anomaly.LostUpdate update ->
                line(
                        text,
                        read(update.txn(), update.readOp()) + " and then chose to " + describeOp(update.appendOp())
                                + ", but T" + update.overwriter() + " had appended in between: T" + update.txn()
                                + " decided on a list that was no longer there!");
            case Anomaly.AbortedRead found ->
                line(
                        text,
                        read(found.reader(), found.readOp()) + ", and " + found.element() + " in it was appended by T"
                                + found.writer() + ", which aborted: nobody may ever see that!");
            case Anomaly.IntermediateRead found ->
                line(
                        text,
                        read(found.reader(), found.readOp()) + ", which ends in " + found.element() + " of T"
                                + found.writer() + ", but T" + found.writer()
                                + " appended again: the list was seen in the middle of a transaction!");
            case Anomaly.GarbageRead found ->
                line(
                        text,
                        read(found.reader(), found.readOp()) + ", but no transaction ever appended " + found.element()
                                + "!");
            case Anomaly.DuplicateElement found ->
                line(
                        text,
                        read(found.reader(), found.readOp()) + ", where " + found.element()
                                + " stands twice, but it was appended once!");
            case Anomaly.InternalInconsistency found ->
                line(
                        text,
                        read(found.txn(), found.readOp())
                                + ", which does not fit what it had itself read and appended before!");
            case Anomaly.FutureRead found ->
                line(
                        text,
                        read(found.txn(), found.readOp()) + ", but only after that did it "
                                + describeOp(found.appendOp()) + " itself!");
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String sentence) {
        text.append("  - ").append(sentence).append('\n');
    }

    private String read(int txn, int readOp) {
        return "T" + txn + " read " + version(readOp);
    }

    private void explain(Anomaly.Cycle cycle, StringBuilder text) {
        List<Integer> txns = cycle.txns();
        for (int i = 0; i < txns.size(); i++) {
            int from = txns.get(i);
            int to = txns.get((i + 1) % txns.size());
            boolean last = i == txns.size() - 1;
            String because = because(from, to, cycle.dependencies().get(i));
            line(
                    text,
                    (last ? "However, " : "") + "T" + from + " < T" + to + ", because " + because
                            + (last ? ": a contradiction!" : "."));
        }
    }

    /** Why the first of two transactions precedes the second, in a clause. */
    public String because(int from, int to, Dependency dependency) {
        return switch (dependency) {
            case PROCESS -> "session " + history.session(from) + " ran T" + from + " before T" + to;
            case REALTIME ->
                String.format(
                        Locale.ROOT,
                        "T%d ended at %s, %s before T%d began",
                        from,
                        seconds(history.endNanos(from)),
                        gap(history.startNanos(to) - history.endNanos(from)),
                        to);
            case WRITE_WRITE, WRITE_READ, READ_WRITE ->
                Reason.of(inference, from, to, dependency)
                        .map(reason -> because(from, to, dependency, reason))
                        .orElseThrow(() -> new IllegalArgumentException(
                                "T" + from + " and T" + to + " have no " + dependency.label() + " dependency"));
        };
    }

    private String because(int from, int to, Dependency dependency, Reason reason) {
        long key = keyName(reason.toOp());
        return switch (dependency) {
            case WRITE_WRITE ->
                String.format(
                        Locale.ROOT,
                        "T%d appended %d after T%d appended %d to key %d",
                        to,
                        history.element(reason.toOp()),
                        from,
                        history.element(reason.fromOp()),
                        key);
            case WRITE_READ ->
                String.format(
                        Locale.ROOT,
                        "T%d observed T%d's append of %d to key %d",
                        to,
                        from,
                        history.element(reason.fromOp()),
                        key);
            case READ_WRITE ->
                String.format(
                        Locale.ROOT,
                        "T%d did not observe T%d's append of %d to key %d",
                        from,
                        to,
                        history.element(reason.toOp()),
                        key);
            case PROCESS, REALTIME -> throw new IllegalStateException(dependency + " needs no reason");
        };
    }

    /** The anomaly as a Graphviz digraph: its transactions, and for cycles the dependencies with their reasons. */
    public String dot(Anomaly anomaly) {
        var text = new StringBuilder("digraph \"" + anomaly.phenomenon().label() + "\" {\n");
        text.append("  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n");
        for (int txn : anomaly.txns().stream().sorted().toList()) {
            text.append(String.format(
                    Locale.ROOT, "  T%d [label=\"%s\"];%n", txn, describe(txn).replace(": ", "\\n")));
        }
        if (anomaly instanceof Anomaly.Cycle cycle) {
            for (int i = 0; i < cycle.txns().size(); i++) {
                int from = cycle.txns().get(i);
                int to = cycle.txns().get((i + 1) % cycle.txns().size());
                Dependency dependency = cycle.dependencies().get(i);
                text.append(String.format(
                        Locale.ROOT,
                        "  T%d -> T%d [label=\"%s\", tooltip=\"%s\", color=\"%s\"];%n",
                        from,
                        to,
                        dependency.label(),
                        because(from, to, dependency),
                        color(dependency)));
            }
        }
        return text.append("}\n").toString();
    }

    /** Colours that people with colour blindness tell apart (Okabe, Ito 2008). */
    private static String color(Dependency dependency) {
        return switch (dependency) {
            case WRITE_WRITE -> "#d55e00";
            case WRITE_READ -> "#0072b2";
            case READ_WRITE -> "#cc79a7";
            case PROCESS -> "#009e73";
            case REALTIME -> "#999999";
        };
    }

    /** One transaction in a line: session, interval, outcome, ops. */
    public String describe(int txn) {
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                "T%d (session %d, %s%s): ",
                txn,
                history.session(txn),
                history.isTimed() ? interval(txn) : "",
                word(history.outcome(txn))));
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            text.append(op == history.firstOp(txn) ? "" : ", ").append(describeOp(op));
        }
        return text.toString();
    }

    private String describeOp(int op) {
        return switch (history.op(op)) {
            case Op.Append(long key, int element) -> "append " + element + " to key " + key;
            case Op.Read read -> "read " + version(op);
            case Op.Write(long key, long value) -> "write " + value + " to key " + key;
            case Op.ReadValue read -> "read " + version(op);
            case Op.ReadInitial read -> "read " + version(op);
        };
    }

    private static String word(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed committed -> "committed";
            case Outcome.Aborted(String cause) -> "aborted" + (cause.isEmpty() ? "" : " with " + cause);
            case Outcome.Indeterminate(String cause) -> "unknown outcome" + (cause.isEmpty() ? "" : ", " + cause);
        };
    }

    /** A read's key and answer: {@code key 253 as [1 3 4]}. */
    private String version(int readOp) {
        if (!history.isAnswered(readOp)) {
            return "key " + keyName(readOp) + " without an answer";
        }
        if (history.dataModel() == DataModel.REGISTER) {
            return "key " + keyName(readOp) + " as "
                    + (history.isInitialRead(readOp) ? "nothing" : String.valueOf(history.value(readOp)));
        }
        int length = history.length(readOp);
        var text = new StringBuilder("key ").append(keyName(readOp)).append(" as [");
        int from = length > ELEMENTS_SHOWN_MAX ? length - ELEMENTS_SHOWN_MAX : 0;
        text.append(from > 0 ? "… " : "");
        for (int i = from; i < length; i++) {
            text.append(i == from ? "" : " ").append(history.listElement(history.list(readOp), i));
        }
        return text.append(from > 0 ? "] (" + length + " elements)" : "]").toString();
    }

    private long keyName(int op) {
        return history.keyName(history.key(op));
    }

    /** A length of time in the unit that shows it best. */
    private static String gap(long nanos) {
        if (nanos < 10_000) {
            return nanos + " ns";
        }
        return nanos < 10_000_000 ? nanos / 1_000 + " µs" : nanos / 1_000_000 + " ms";
    }

    private String interval(int txn) {
        return seconds(history.startNanos(txn)) + " to " + seconds(history.endNanos(txn)) + ", ";
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f s", nanos / 1e9);
    }
}
