package moirai.runs.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.analysis.Anomaly;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.explanation.ProofLine;
import moirai.history.History;

/** The text of one anomaly for people: the meaning of its class, the statements side by side, and the proof. */
public final class AnomalyText {

    private AnomalyText() {}

    /** Returns name, meaning, table of statements and proof of an anomaly. */
    public static String of(History history, Anomaly anomaly) {
        return of(new Explainer(history, List.of(anomaly)).explain(anomaly));
    }

    /** Returns name, meaning, table of statements and proof. */
    public static String of(Explanation explanation) {
        return of(explanation, Collections.emptySortedMap());
    }

    /**
     * Returns the same, and at which node each transaction of the proof ran: a replica may show an older state.
     *
     * @param places the names of the nodes by the sessions that were there; empty if there is only one place
     */
    public static String of(Explanation explanation, SortedMap<Integer, String> places) {
        String table =
                StatementTable.of(explanation.history(), explanation.anomaly().txns());
        return of(explanation, table + nodes(explanation, places));
    }

    private static String nodes(Explanation explanation, SortedMap<Integer, String> places) {
        Map<String, List<String>> byNode = new TreeMap<>();
        for (int txn : explanation.txns()) {
            Optional.ofNullable(places.get(explanation.history().session(txn)))
                    .ifPresent(node -> byNode.computeIfAbsent(node, first -> new ArrayList<>())
                            .add("T" + txn));
        }
        return byNode.isEmpty()
                ? ""
                : Wrapping.hanging("  Ran at "
                        + byNode.entrySet().stream()
                                .map(node -> node.getKey() + ": " + String.join(" ", node.getValue()))
                                .collect(Collectors.joining("; "))
                        + ".\n");
    }

    /** Returns the same with another table. */
    public static String of(Explanation explanation, String table) {
        Anomaly anomaly = explanation.anomaly();
        return anomaly.phenomenon().label() + ": " + PlainWords.name(anomaly) + "\n"
                + Wrapping.wrap(PlainWords.meaning(anomaly), "", Wrapping.width()) + "\n"
                + table + "\n"
                + new ExplanationText(explanation)
                        .lines().stream().map(AnomalyText::wrapped).collect(Collectors.joining());
    }

    /** Breaks a long line; its further lines start under the first word. */
    private static String wrapped(ProofLine line) {
        int hanging = line.lead().length();
        return line.lead()
                + Wrapping.wrap(line.words(), " ".repeat(hanging), Wrapping.width())
                        .substring(hanging);
    }
}
