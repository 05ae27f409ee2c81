package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * A refutation in sentences that a person can check, and its circle for Graphviz. Transactions have their recorded ids;
 * {@code T1 < T2} says that T1 commits before T2.
 */
public final class ProofText {

    /** Tells what a read returned, for those who want to see it. */
    @FunctionalInterface
    public interface Values {

        /** The value, by the read's op in the recorded history; nothing if it is not to be shown. */
        Optional<String> of(int recordedRead);
    }

    private final Refutation refutation;
    private final KeyValueHistory history;
    private final IntFunction<String> keyName;
    private final Values values;

    /** Prepares sentences without values. */
    public ProofText(Refutation refutation, IntFunction<String> keyName) {
        this(refutation, keyName, recordedRead -> Optional.empty());
    }

    /**
     * Prepares sentences.
     *
     * @param keyName the name of a key of the witness's history, as it follows the word key
     */
    public ProofText(Refutation refutation, IntFunction<String> keyName, Values values) {
        this.refutation = refutation;
        this.history = refutation.witness().history();
        this.keyName = keyName;
        this.values = values;
    }

    /** Why the transactions contradict each other, a sentence a line; lines end with a line feed. */
    public String text() {
        return "Then:\n" + sentences();
    }

    /** The same without the first line. */
    public String sentences() {
        var text = new StringBuilder();
        switch (refutation.proof()) {
            case Proof.Found(Contradiction contradiction) -> explain(contradiction, "  ", text);
            case Proof.Missing(String reason) ->
                text.append("  - No order of these transactions satisfies ")
                        .append(refutation.level())
                        .append("; why is not shown, since ")
                        .append(reason)
                        .append(".\n");
        }
        if (!refutation.witness().minimal()) {
            text.append("  - Some of these transactions may not be needed: the search for fewer reached its limit.\n");
        }
        return text.toString();
    }

    /** Nested as deep as its cases. */
    private void explain(Contradiction contradiction, String indent, StringBuilder text) {
        List<Precedence> steps = contradiction.steps();
        for (int i = 0; i < steps.size(); i++) {
            Precedence step = steps.get(i);
            boolean last = i == steps.size() - 1;
            String however = last && i > 0 ? "However, " : "";
            text.append(indent).append("- ").append(however).append(sentence(step));
            if (step.reason() instanceof Reason.Otherwise(Contradiction nested)) {
                text.append(":\n");
                explain(nested, indent + "    ", text);
                text.append(last ? indent + "- So " + round(contradiction) + ": a contradiction!\n" : "");
            } else if (last) {
                boolean isLong = contradiction.circle().size() > 2;
                text.append(isLong ? ", so " + round(contradiction) : "").append(": a contradiction!\n");
            } else {
                text.append(".\n");
            }
        }
    }

    private String round(Contradiction contradiction) {
        var round = new ArrayList<>(contradiction.circle());
        round.add(round.getFirst());
        return chain(round);
    }

    /** A step as a sentence without a full stop. */
    private String sentence(Precedence step) {
        if (step.reason() instanceof Reason.Supposed) {
            return "Suppose " + order(step);
        }
        if (step.after() == KeyValueHistory.INITIAL) {
            return because(step);
        }
        return order(step) + ", because " + because(step);
    }

    private String order(Precedence step) {
        return chain(List.of(step.before(), step.after()));
    }

    /** Why the step holds, in a clause. */
    private String because(Precedence step) {
        String before = name(step.before());
        String after = name(step.after());
        return switch (step.reason()) {
            case Reason.WriteRead(int key) -> read(step.after(), key, step.before());
            case Reason.SessionOrder order -> sessionRan(step);
            case Reason.Realtime realtime ->
                before + " ended " + gap(history.startNanos(step.after()) - history.endNanos(step.before()))
                        + " before " + after + " began";
            case Reason.VersionOrder(int key) -> versions(step, key);
            case Reason.SessionWrites writes -> sessionRan(step) + " and both write";
            case Reason.SessionRead(int key, int reader) ->
                read(reader, key, step.before()) + ", and " + sessionOf(step.after()) + " ran " + name(reader)
                        + " before " + after + ", which writes";
            case Reason.Overwritten(Instance instance) -> overwritten(instance);
            case Reason.Unseen(Instance instance, List<Integer> overwriting) -> unseen(instance, overwriting);
            case Reason.Supposed supposed -> "that is supposed";
            case Reason.Otherwise otherwise -> "the opposite is impossible";
        };
    }

    private String sessionRan(Precedence step) {
        return sessionOf(step.after()) + " ran " + name(step.before()) + " before " + name(step.after());
    }

    private String sessionOf(int txn) {
        return "session " + history.session(txn);
    }

    private String versions(Precedence step, int key) {
        String before = name(step.before());
        String after = name(step.after());
        for (int place = 0; place < history.versionCount(key); place++) {
            if (history.version(key, place) == step.after()) {
                return "key " + keyName.apply(key) + " is known to have held the value of " + before
                        + " before that of " + after;
            }
        }
        return before + " wrote the last known version of key " + keyName.apply(key) + ", and " + after
                + " wrote one that comes later";
    }

    private String overwritten(Instance instance) {
        String seen = name(instance.reader()) + " must have seen the write of " + name(instance.writer()) + " to key "
                + keyName.apply(instance.key()) + " (" + visibility(instance) + "), but " + answer(instance);
        return instance.source() == KeyValueHistory.INITIAL
                ? seen
                : seen + ", so the write of " + name(instance.source()) + " is newer";
    }

    private String unseen(Instance instance, List<Integer> overwriting) {
        boolean fromInitial = instance.source() == KeyValueHistory.INITIAL;
        String when = fromInitial ? "" : " (" + chain(overwriting) + ")";
        if (refutation.level().axiom() == Axiom.SERIAL) {
            return answer(instance) + ", before " + name(instance.writer())
                    + (fromInitial ? " wrote it" : " overwrote it") + when;
        }
        return "otherwise " + name(instance.reader()) + " would have seen the write of " + name(instance.writer())
                + " to key " + keyName.apply(instance.key()) + " (" + visibility(instance) + "), but "
                + answer(instance) + (fromInitial ? "" : ", which " + name(instance.writer()) + " overwrote" + when);
    }

    private String answer(Instance instance) {
        return read(instance.reader(), instance.key(), instance.source());
    }

    /** {@code T3 read key 5 = 7 from T1}. */
    private String read(int reader, int key, int source) {
        return name(reader) + " read " + version(reader, key, source);
    }

    private String version(int reader, int key, int source) {
        Optional<String> value = Optional.empty();
        for (int read = history.endRead(reader) - 1; read >= history.firstRead(reader); read--) {
            if (history.readKey(read) == key && history.readSource(read) == source) {
                value = values.of(history.recordedRead(read));
            }
        }
        return "key " + keyName.apply(key) + value.map(shown -> " = " + shown).orElse("") + " from " + name(source);
    }

    private String visibility(Instance instance) {
        List<Instance.Link> links = instance.visibility();
        boolean inOneTxn = refutation.level().axiom() == Axiom.READ_COMMITTED
                || refutation.level().axiom() == Axiom.MONOTONIC_READS;
        if (inOneTxn
                && links.size() == 1
                && links.getFirst() instanceof Instance.Link.Flow(Precedence edge)
                && edge.reason() instanceof Reason.WriteRead(int key)) {
            return "it had already read " + version(edge.after(), key, edge.before());
        }
        var clauses = new StringBuilder();
        for (int i = 0; i < links.size(); i++) {
            String and = i == links.size() - 1 ? ", and " : ", ";
            clauses.append(i == 0 ? "" : and).append(clause(links.get(i)));
        }
        return clauses.toString();
    }

    private String clause(Instance.Link link) {
        return switch (link) {
            case Instance.Link.Flow(Precedence edge) -> because(edge);
            case Instance.Link.Commits(List<Integer> chain) -> chain(chain);
            case Instance.Link.Conflict(int key, List<Integer> chain) ->
                chain(chain)
                        + (chain.size() == 2
                                ? " and both"
                                : ", where " + name(chain.getFirst()) + " and " + name(chain.getLast()))
                        + " wrote key " + keyName.apply(key);
        };
    }

    private String chain(List<Integer> txns) {
        return txns.stream().map(this::name).collect(Collectors.joining(" < "));
    }

    private String name(int txn) {
        return txn == KeyValueHistory.INITIAL ? "the initial state" : "T" + history.recordedTxn(txn);
    }

    /** A length of time in the unit that shows it best. */
    private static String gap(long nanos) {
        if (nanos < 10_000) {
            return nanos + " ns";
        }
        return nanos < 10_000_000 ? nanos / 1_000 + " µs" : nanos / 1_000_000 + " ms";
    }

    /** The witness as a Graphviz digraph: its transactions, who read from whom, and the final circle, if any. */
    public String dot() {
        var text = new StringBuilder("digraph \"" + refutation.level() + "\" {\n");
        text.append("  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n");
        var drawn = new LinkedHashSet<String>();
        if (refutation.proof() instanceof Proof.Found(Contradiction contradiction)) {
            List<Integer> circle = contradiction.circle();
            if (circle.contains(KeyValueHistory.INITIAL)) {
                text.append(vertex(KeyValueHistory.INITIAL));
            }
            for (int i = 0; i < circle.size(); i++) {
                drawn.add(edge(contradiction, circle.get(i), circle.get((i + 1) % circle.size())));
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            text.append(vertex(txn));
        }
        drawn.forEach(text::append);
        reads().stream()
                .filter(read -> drawn.stream().noneMatch(edge -> edge.startsWith(read.substring(0, read.indexOf('[')))))
                .forEach(text::append);
        return text.append("}\n").toString();
    }

    /** An edge for each pair of which the second reads from the first. */
    private Set<String> reads() {
        var edges = new LinkedHashSet<String>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (history.readSource(read) != KeyValueHistory.INITIAL) {
                    edges.add("  " + name(history.readSource(read)) + " -> " + name(txn)
                            + " [label=\"wr\", style=dashed," + " color=\"" + Arrow.WRITE_READ.color + "\"];\n");
                }
            }
        }
        return edges;
    }

    private String vertex(int txn) {
        return txn == KeyValueHistory.INITIAL
                ? "  initial [label=\"initial state\"];\n"
                : "  " + name(txn) + " [label=\"" + name(txn) + " (" + sessionOf(txn) + ")\"];\n";
    }

    private String edge(Contradiction contradiction, int before, int after) {
        if (before == KeyValueHistory.INITIAL) {
            return "  initial -> " + name(after) + ";\n";
        }
        Precedence step = contradiction.steps().stream()
                .filter(found -> found.before() == before && found.after() == after)
                .findFirst()
                .orElseThrow();
        Arrow arrow = arrow(step);
        return String.format(
                Locale.ROOT,
                "  %s -> %s [label=\"%s\", tooltip=\"%s\", color=\"%s\"];%n",
                name(before),
                after == KeyValueHistory.INITIAL ? "initial" : name(after),
                arrow.label,
                because(step).replace("\\", "\\\\").replace("\"", "\\\""),
                arrow.color);
    }

    /** How a step is drawn: as what it is in dependency graphs, if it is known there. */
    private enum Arrow {
        // Colours that people with colour blindness tell apart (Okabe, Ito 2008).
        WRITE_WRITE("ww", "#d55e00"),
        WRITE_READ("wr", "#0072b2"),
        READ_WRITE("rw", "#cc79a7"),
        PROCESS("process", "#009e73"),
        REALTIME("realtime", "#999999"),
        COMMIT_ORDER("co", "#000000");

        private final String label;
        private final String color;

        Arrow(String label, String color) {
            this.label = label;
            this.color = color;
        }
    }

    private static Arrow arrow(Precedence step) {
        return switch (step.reason()) {
            case Reason.WriteRead reason -> Arrow.WRITE_READ;
            case Reason.SessionOrder reason -> Arrow.PROCESS;
            case Reason.SessionWrites reason -> Arrow.PROCESS;
            case Reason.Realtime reason -> Arrow.REALTIME;
            case Reason.VersionOrder reason -> Arrow.WRITE_WRITE;
            case Reason.Overwritten reason -> Arrow.WRITE_WRITE;
            case Reason.Unseen(Instance instance, var overwriting) ->
                step.before() == instance.reader() && step.after() == instance.writer()
                        ? Arrow.READ_WRITE
                        : Arrow.COMMIT_ORDER;
            case Reason.SessionRead reason -> Arrow.COMMIT_ORDER;
            case Reason.Supposed reason -> Arrow.COMMIT_ORDER;
            case Reason.Otherwise reason -> Arrow.COMMIT_ORDER;
        };
    }
}
