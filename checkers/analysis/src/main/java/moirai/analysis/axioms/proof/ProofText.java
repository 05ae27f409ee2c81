package moirai.analysis.axioms.proof;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import moirai.analysis.Dependency;
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
        var text = new StringBuilder("Then:\n");
        switch (refutation.proof()) {
            case Proof.Found(Contradiction contradiction) -> explain(contradiction, "  ", text);
            case Proof.Missing(String reason) ->
                text.append("  - No order of these transactions satisfies ")
                        .append(refutation.level())
                        .append("; why is not shown, since ")
                        .append(reason)
                        .append(".\n");
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

    /** The final circle as a Graphviz digraph, or the transactions alone if there is no proof. */
    public String dot() {
        var text = new StringBuilder("digraph \"" + refutation.level() + "\" {\n");
        text.append("  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n");
        switch (refutation.proof()) {
            case Proof.Found(Contradiction contradiction) -> {
                contradiction.circle().stream().sorted().forEach(txn -> text.append(vertex(txn)));
                List<Integer> circle = contradiction.circle();
                for (int i = 0; i < circle.size(); i++) {
                    text.append(edge(contradiction, circle.get(i), circle.get((i + 1) % circle.size())));
                }
            }
            case Proof.Missing missing -> {
                for (int txn = 0; txn < history.txnCount(); txn++) {
                    text.append(vertex(txn));
                }
            }
        }
        return text.append("}\n").toString();
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
        Optional<Dependency> dependency = dependency(step);
        return String.format(
                Locale.ROOT,
                "  %s -> %s [label=\"%s\", tooltip=\"%s\", color=\"%s\"];%n",
                name(before),
                after == KeyValueHistory.INITIAL ? "initial" : name(after),
                dependency.map(Dependency::label).orElse("co"),
                because(step).replace("\\", "\\\\").replace("\"", "\\\""),
                dependency.map(ProofText::color).orElse("#000000"));
    }

    /** What the step is called in dependency graphs, if it is known there. */
    private static Optional<Dependency> dependency(Precedence step) {
        return switch (step.reason()) {
            case Reason.WriteRead reason -> Optional.of(Dependency.WRITE_READ);
            case Reason.SessionOrder reason -> Optional.of(Dependency.PROCESS);
            case Reason.SessionWrites reason -> Optional.of(Dependency.PROCESS);
            case Reason.Realtime reason -> Optional.of(Dependency.REALTIME);
            case Reason.VersionOrder reason -> Optional.of(Dependency.WRITE_WRITE);
            case Reason.Overwritten reason -> Optional.of(Dependency.WRITE_WRITE);
            case Reason.Unseen(Instance instance, var overwriting) ->
                Optional.of(Dependency.READ_WRITE)
                        .filter(rw -> step.before() == instance.reader() && step.after() == instance.writer());
            case Reason.SessionRead reason -> Optional.empty();
            case Reason.Supposed reason -> Optional.empty();
            case Reason.Otherwise reason -> Optional.empty();
        };
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
}
