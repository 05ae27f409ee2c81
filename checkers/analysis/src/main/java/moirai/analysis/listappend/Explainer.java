package moirai.analysis.listappend;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.CyclePattern;
import moirai.analysis.Dependency;
import moirai.analysis.Succession;
import moirai.analysis.axioms.proof.ProofText;
import moirai.analysis.axioms.proof.Refutation;
import moirai.analysis.counters.CounterText;
import moirai.analysis.sets.SetInference;
import moirai.history.DataModel;
import moirai.history.History;

/**
 * Anomalies of one history in sentences that a person can check, in the manner of Kingsbury, Alvaro, "Elle" (2020),
 * figure 2, and as graphs for Graphviz. For one thread.
 */
public final class Explainer {

    private final History history;
    private final OpText words;
    private final Reasons reasons;
    private final SuccessionText successions;

    /** Prepares explanations of anything. O(ops of the history) then, and again for transactions on other keys. */
    public Explainer(History history) {
        this(history, List.of());
    }

    /**
     * Prepares explanations of these anomalies. O(ops of the history); of lists it needs memory for the transactions on
     * their keys alone.
     */
    public Explainer(History history, Collection<Anomaly> anomalies) {
        this.history = history;
        this.words = new OpText(history);
        this.reasons = Reasons.in(
                history,
                anomalies.stream()
                        .flatMap(anomaly -> involved(anomaly).stream())
                        .toList());
        this.successions = new SuccessionText(history, words, reasons);
    }

    /** The transactions of the anomaly, and why they contradict each other; lines end with a line feed. */
    public String text(Anomaly anomaly) {
        var text = new StringBuilder("Let:\n");
        for (int txn : involved(anomaly)) {
            text.append("  ").append(describe(txn)).append('\n');
        }
        text.append("Then:\n");
        switch (anomaly) {
            case Anomaly.Cycle cycle -> explain(cycle, text);
            case Anomaly.NoCommitOrder found ->
                text.append(proof(found.refutation()).sentences());
            case Anomaly.IncompatibleOrder reads ->
                line(
                        text,
                        words.read(reads.reader(), reads.readOp()) + ", and "
                                + words.read(reads.otherReader(), reads.otherReadOp())
                                + ": neither list is the beginning of the other, so at least one was never committed!");
            case Anomaly.DirtyUpdate update ->
                line(
                        text,
                        "T" + update.writer() + "'s " + words.op(update.appendOp()) + " follows T"
                                + update.abortedWriter() + "'s " + words.op(update.abortedOp()) + ", but T"
                                + update.abortedWriter() + " aborted: a committed list was built on an aborted one!");
            case Anomaly.CyclicVersions cycle -> explain(cycle, text);
            case Anomaly.LostUpdate update ->
                line(
                        text,
                        words.read(update.txn(), update.readOp()) + " and then chose to " + words.op(update.appendOp())
                                + lost(update));
            case Anomaly.AbortedRead found -> line(text, aborted(found));
            case Anomaly.IntermediateRead found -> line(text, intermediate(found));
            case Anomaly.GarbageRead found -> line(text, garbage(found));
            case Anomaly.DuplicateElement found ->
                line(
                        text,
                        words.read(found.reader(), found.readOp()) + ", where " + history.valueLabel(found.element())
                                + " stands twice, but it was " + words.written() + " once!");
            case Anomaly.InternalInconsistency found ->
                line(
                        text,
                        words.read(found.txn(), found.readOp()) + ", which does not fit what it had itself "
                                + (words.isOfRegisters() ? "" : "read and ") + words.written() + " before!");
            case Anomaly.CounterRead found ->
                line(text, CounterText.of(found, words.read(found.reader(), found.readOp())));
            case Anomaly.WrongTotal found -> line(text, CounterText.of(found));
            case Anomaly.OddBalance found -> line(text, CounterText.of(found, history));
            case Anomaly.NegativeValue found ->
                line(
                        text,
                        words.read(found.reader(), found.readOp())
                                + ": no transfer that checks what it takes from leaves less than nothing!");
            case Anomaly.FutureRead found ->
                line(
                        text,
                        words.read(found.txn(), found.readOp()) + ", but only after that did it "
                                + words.op(found.appendOp()) + " itself!");
        }
        return text.toString();
    }

    private ProofText proof(Refutation refutation) {
        IntFunction<String> keyLabel =
                history.dataModel() == DataModel.SET ? new SetInference(history)::itemLabel : history::keyLabel;
        return new ProofText(refutation, keyLabel, read -> Optional.of(words.answer(read)));
    }

    private String garbage(Anomaly.GarbageRead found) {
        String read = words.read(found.reader(), found.readOp());
        return history.dataModel() == DataModel.COUNTER
                ? read + ", but no increments, whoever made them, sum to that!"
                : read + ", but no transaction ever " + words.wrote() + " " + history.valueLabel(found.element()) + "!";
    }

    private String aborted(Anomaly.AbortedRead found) {
        String read = words.read(found.reader(), found.readOp());
        return words.isOfRegisters()
                ? read + ", which T" + found.writer() + " wrote, but T" + found.writer()
                        + " aborted: nobody may ever see that!"
                : read + ", and " + history.valueLabel(found.element()) + " in it was " + words.written() + " by T"
                        + found.writer() + ", which aborted: nobody may ever see that!";
    }

    private String intermediate(Anomaly.IntermediateRead found) {
        String read = words.read(found.reader(), found.readOp());
        return words.isOfRegisters()
                ? read + ", which T" + found.writer() + " wrote, but T" + found.writer()
                        + " wrote that key again: the value was seen in the middle of a transaction!"
                : read + ", which ends in " + history.valueLabel(found.element()) + " of T" + found.writer() + ", but T"
                        + found.writer() + " appended again: the list was seen in the middle of a transaction!";
    }

    private String lost(Anomaly.LostUpdate update) {
        if (history.dataModel() == DataModel.COUNTER) {
            return ", and T" + update.overwriter() + " read the same and incremented it too: whichever was the later"
                    + " changed a counter that it had not seen!";
        }
        if (reasons.isUnread(update.txn(), update.appendOp())
                && reasons.isUnread(update.overwriter(), firstAppend(update.overwriter(), update.appendOp()))) {
            return ", and T" + update.overwriter() + " read the same and appended to it too: whichever was the later"
                    + " decided on a list that was no longer there!";
        }
        return words.isOfRegisters()
                ? ", and so did T" + update.overwriter() + ", which wrote another value: whichever was the later"
                        + " overwrote what it had not seen!"
                : ", but T" + update.overwriter() + " had appended in between: T" + update.txn()
                        + " decided on a list that was no longer there!";
    }

    /** The transaction's first append to the key to which that op appended. */
    private int firstAppend(int txn, int appendOp) {
        int op = history.firstOp(txn);
        while (!history.isAppend(op) || history.key(op) != history.key(appendOp)) {
            op++;
        }
        return op;
    }

    /** The anomaly's transactions and those of which its evidence speaks, ascending. */
    private static List<Integer> involved(Anomaly anomaly) {
        List<Succession> orders = anomaly instanceof Anomaly.Cycle cycle ? cycle.successions() : List.of();
        return Stream.concat(
                        anomaly.txns().stream(),
                        orders.stream()
                                .flatMap(order ->
                                        Stream.of(order.earlier(), order.later(), order.first(), order.second())))
                .filter(txn -> txn != Succession.INITIAL)
                .distinct()
                .sorted()
                .toList();
    }

    private void explain(Anomaly.CyclicVersions cycle, StringBuilder text) {
        List<Succession> orders = cycle.successions();
        for (int i = 0; i < orders.size(); i++) {
            boolean last = i == orders.size() - 1;
            line(
                    text,
                    (last ? "However, of" : "Of")
                            + successions.sentence(orders.get(i), orders).substring(2)
                            + (last ? ": a contradiction!" : "."));
        }
    }

    private static void line(StringBuilder text, String sentence) {
        text.append("  - ").append(sentence).append('\n');
    }

    private void explain(Anomaly.Cycle cycle, StringBuilder text) {
        List<Integer> txns = cycle.txns();
        cycle.successions().stream()
                .filter(order -> order.rule() != Succession.Rule.INITIAL_FIRST)
                .forEach(order -> line(text, successions.sentence(order, cycle.successions()) + "."));
        for (int i = 0; i < txns.size(); i++) {
            int from = txns.get(i);
            int to = txns.get((i + 1) % txns.size());
            boolean last = i == txns.size() - 1;
            String because = because(cycle, i);
            line(
                    text,
                    (last ? "However, " : "") + "T" + from + " < T" + to + ", because " + because
                            + (last ? ": a contradiction!" : "."));
        }
        // Two who both incremented what both had read may have lost an update, which a cycle on sums does not tell.
        cycle.pattern()
                .filter(pattern -> pattern != CyclePattern.WRITE_SKEW || history.dataModel() != DataModel.COUNTER)
                .ifPresent(pattern -> line(text, "This is a " + pattern.sentence(cycle) + "."));
    }

    /** The edges of a cycle, each with its evidence. O(edges × ops of two transactions squared). */
    public List<Step> steps(Anomaly.Cycle cycle) {
        var steps = new ArrayList<Step>();
        for (int i = 0; i < cycle.txns().size(); i++) {
            int from = cycle.txns().get(i);
            int to = cycle.txns().get((i + 1) % cycle.txns().size());
            Dependency dependency = cycle.dependencies().get(i);
            Reason ops = reasons.ops(from, to, dependency).orElse(Reason.NONE);
            steps.add(new Step(from, to, dependency, ops.fromOp(), ops.toOp(), because(cycle, i)));
        }
        return List.copyOf(steps);
    }

    /** One dependency with its evidence; empty if these transactions show none of this kind. */
    public Optional<Step> step(int from, int to, Dependency dependency) {
        return reasons.of(from, to, dependency).map(because -> {
            Reason ops = reasons.ops(from, to, dependency).orElse(Reason.NONE);
            return new Step(from, to, dependency, ops.fromOp(), ops.toOp(), because);
        });
    }

    private String because(Anomaly.Cycle cycle, int step) {
        int from = cycle.txns().get(step);
        int to = cycle.txns().get((step + 1) % cycle.txns().size());
        Dependency dependency = cycle.dependencies().get(step);
        return successions
                .because(from, to, dependency, cycle.successions())
                .orElseGet(() -> because(from, to, dependency));
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
                        OpText.seconds(history.endNanos(from)),
                        OpText.gap(history.startNanos(to) - history.endNanos(from)),
                        to);
            case WRITE_WRITE, WRITE_READ, READ_WRITE, PREDICATE_READ_WRITE, READ_READ ->
                reasons.of(from, to, dependency)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "T" + from + " and T" + to + " have no " + dependency.label() + " dependency"));
        };
    }

    /** The anomaly as a Graphviz digraph: its transactions, and for cycles the dependencies with their reasons. */
    public String dot(Anomaly anomaly) {
        if (anomaly instanceof Anomaly.NoCommitOrder found) {
            return proof(found.refutation()).dot();
        }
        var text = new StringBuilder("digraph \"" + anomaly.phenomenon().label() + "\" {\n");
        text.append("  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n");
        for (int txn : anomaly.txns().stream().sorted().toList()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  T%d [label=\"%s\"];%n",
                    txn,
                    quoted(describe(txn)).replace(": ", "\\n")));
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
                        quoted(successions
                                .becauseInFull(from, to, dependency, cycle.successions())
                                .orElseGet(() -> because(from, to, dependency))),
                        color(dependency)));
            }
        }
        return text.append("}\n").toString();
    }

    /** Labels of keys and values may be strings, whose quotes would end Graphviz's. */
    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** Colours that people with colour blindness tell apart (Okabe, Ito 2008). */
    private static String color(Dependency dependency) {
        return switch (dependency) {
            case WRITE_WRITE -> "#d55e00";
            case WRITE_READ -> "#0072b2";
            case READ_WRITE, READ_READ -> "#cc79a7";
            case PREDICATE_READ_WRITE -> "#e69f00";
            case PROCESS -> "#009e73";
            case REALTIME -> "#999999";
        };
    }

    /** One transaction in a line: session, interval, outcome, ops. */
    public String describe(int txn) {
        return words.txn(txn);
    }
}
