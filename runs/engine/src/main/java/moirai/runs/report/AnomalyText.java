package moirai.runs.report;

import java.util.List;
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
        return of(
                explanation,
                StatementTable.of(explanation.history(), explanation.anomaly().txns()));
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
