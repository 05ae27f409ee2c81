package moirai.runs.report;

import moirai.analysis.Anomaly;
import moirai.analysis.Phenomenon;
import moirai.analysis.listappend.Explainer;
import moirai.history.History;

/** One anomaly for people: what its class means, the statements side by side, and the proof. */
public final class AnomalyText {

    private static final int WIDTH = 118;

    private AnomalyText() {}

    /** Name, meaning, table of statements and proof. */
    public static String of(History history, Anomaly anomaly) {
        Phenomenon phenomenon = anomaly.phenomenon();
        return phenomenon.label() + ": " + PlainWords.name(phenomenon) + "\n"
                + Wrapping.wrap(PlainWords.meaning(phenomenon), "", WIDTH) + "\n"
                + StatementTable.of(history, anomaly.txns()) + "\n"
                + new Explainer(history).text(anomaly).strip() + "\n";
    }
}
