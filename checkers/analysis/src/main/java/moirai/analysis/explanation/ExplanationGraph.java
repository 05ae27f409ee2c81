package moirai.analysis.explanation;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.proof.Contradiction;
import moirai.analysis.axioms.proof.Precedence;
import moirai.analysis.axioms.proof.Proof;
import moirai.analysis.axioms.proof.Reason;

/** Draws an explanation as a Graphviz digraph. */
public final class ExplanationGraph {

    private final StringBuilder text;

    private ExplanationGraph(String name) {
        text = new StringBuilder("digraph \"" + name + "\" {\n");
        text.append("  rankdir=LR;\n  node [shape=box, fontname=\"monospace\"];\n");
    }

    /** Draws an anomaly: its transactions, and for cycles the dependencies with their reasons. */
    public static String of(Explanation explanation) {
        var words = new ExplanationText(explanation);
        Anomaly anomaly = explanation.anomaly();
        if (anomaly instanceof Anomaly.NoCommitOrder found) {
            return of(words.refuted(found.refutation()));
        }
        var graph = new ExplanationGraph(anomaly.phenomenon().label());
        anomaly.txns().stream()
                .sorted()
                .forEach(txn -> graph.vertex("T" + txn, quoted(words.txn(txn)).replace(": ", "\\n")));
        if (anomaly instanceof Anomaly.Cycle) {
            explanation
                    .edges()
                    .forEach(edge -> graph.edge(
                            "T" + edge.from(),
                            "T" + edge.to(),
                            reasoned(Optional.of(edge.dependency()), words.becauseInFull(edge))));
        }
        return graph.end();
    }

    /** Draws the witness of a refutation: its transactions, who read from whom, and the final circle, if any. */
    public static String of(ProofText words) {
        var graph = new ExplanationGraph(words.refutation().level().toString());
        KeyValueHistory history = words.refutation().witness().history();
        var edges = new LinkedHashMap<List<Integer>, String>();
        if (words.refutation().proof() instanceof Proof.Found(Contradiction contradiction)) {
            circle(contradiction, words, edges);
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                if (history.readSource(read) != INITIAL) {
                    edges.putIfAbsent(
                            List.of(history.readSource(read), txn),
                            "label=\"wr\", style=dashed, color=\"" + color(Optional.of(Dependency.WRITE_READ)) + "\"");
                }
            }
        }
        if (edges.keySet().stream().anyMatch(edge -> edge.contains(INITIAL))) {
            graph.vertex("initial", "initial state");
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            graph.vertex(words.name(txn), words.name(txn) + " (" + words.sessionOf(txn) + ")");
        }
        edges.forEach((edge, attributes) ->
                graph.edge(vertex(edge.getFirst(), words), vertex(edge.getLast(), words), attributes));
        return graph.end();
    }

    private static void circle(Contradiction contradiction, ProofText words, Map<List<Integer>, String> edges) {
        List<Integer> circle = contradiction.circle();
        for (int i = 0; i < circle.size(); i++) {
            int before = circle.get(i);
            int after = circle.get((i + 1) % circle.size());
            edges.put(
                    List.of(before, after),
                    before == INITIAL ? "" : reasoned(step(contradiction, before, after), words));
        }
    }

    private static Precedence step(Contradiction contradiction, int before, int after) {
        return contradiction.steps().stream()
                .filter(found -> found.before() == before && found.after() == after)
                .findFirst()
                .orElseThrow();
    }

    private static String reasoned(Precedence step, ProofText words) {
        return reasoned(dependency(step), words.because(step));
    }

    private static String vertex(int txn, ProofText words) {
        return txn == INITIAL ? "initial" : words.name(txn);
    }

    private void vertex(String name, String label) {
        text.append("  " + name + " [label=\"" + label + "\"];\n");
    }

    private void edge(String from, String to, String attributes) {
        text.append("  " + from + " -> " + to + (attributes.isEmpty() ? "" : " [" + attributes + "]") + ";\n");
    }

    private String end() {
        return text.append("}\n").toString();
    }

    private static String reasoned(Optional<Dependency> dependency, String because) {
        return String.format(
                Locale.ROOT,
                "label=\"%s\", tooltip=\"%s\", color=\"%s\"",
                dependency.map(Dependency::label).orElse("co"),
                quoted(because),
                color(dependency));
    }

    /** Returns the text with its quotes escaped: labels of keys and values may hold some, which would end a string. */
    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** Returns a colour that people with colour blindness tell apart from the others (Okabe, Ito 2008). */
    private static String color(Optional<Dependency> dependency) {
        return dependency
                .map(known -> switch (known) {
                    case WRITE_WRITE -> "#d55e00";
                    case WRITE_READ -> "#0072b2";
                    case READ_WRITE, READ_READ -> "#cc79a7";
                    case PREDICATE_READ_WRITE -> "#e69f00";
                    case PROCESS -> "#009e73";
                    case REALTIME -> "#999999";
                })
                .orElse("#000000");
    }

    /** Returns what a step is in a dependency graph; empty if it is known of the order of commits alone. */
    private static Optional<Dependency> dependency(Precedence step) {
        return switch (step.reason()) {
            case Reason.WriteRead reason -> Optional.of(Dependency.WRITE_READ);
            case Reason.SessionOrder reason -> Optional.of(Dependency.PROCESS);
            case Reason.SessionWrites reason -> Optional.of(Dependency.PROCESS);
            case Reason.Realtime reason -> Optional.of(Dependency.REALTIME);
            case Reason.VersionOrder reason -> Optional.of(Dependency.WRITE_WRITE);
            case Reason.Overwritten reason -> Optional.of(Dependency.WRITE_WRITE);
            case Reason.Unseen(var instance, var overwriting) ->
                step.before() == instance.reader() && step.after() == instance.writer()
                        ? Optional.of(Dependency.READ_WRITE)
                        : Optional.empty();
            case Reason.SessionRead reason -> Optional.empty();
            case Reason.Supposed reason -> Optional.empty();
            case Reason.Otherwise reason -> Optional.empty();
        };
    }
}
