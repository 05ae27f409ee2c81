package moirai.runs.report;

import java.util.List;
import moirai.analysis.Anomaly;
import moirai.analysis.listappend.Explainer;
import moirai.history.History;

/** One anomaly for people: what its class means, the statements side by side, and the proof. */
public final class AnomalyText {

    private static final int WIDTH = 118;

    private AnomalyText() {}

    /** Name, meaning, table of statements and proof. */
    public static String of(History history, Anomaly anomaly) {
        return of(history, anomaly, anomaly.txns());
    }

    /** The same by an explainer that is there already: to prepare one costs a pass over the history. */
    public static String of(History history, Anomaly anomaly, Explainer explainer) {
        return of(anomaly, StatementTable.of(history, anomaly.txns()), explainer);
    }

    /** The same with a table of other transactions, such as all of a small history. */
    public static String of(History history, Anomaly anomaly, List<Integer> txns) {
        return of(history, anomaly, StatementTable.of(history, txns));
    }

    /** The same with another table. */
    public static String of(History history, Anomaly anomaly, String table) {
        return of(anomaly, table, new Explainer(history, List.of(anomaly)));
    }

    private static String of(Anomaly anomaly, String table, Explainer explainer) {
        return anomaly.phenomenon().label() + ": " + PlainWords.name(anomaly) + "\n"
                + Wrapping.wrap(PlainWords.meaning(anomaly), "", WIDTH) + "\n"
                + table + "\n"
                + wrapped(explainer.text(anomaly));
    }

    /** Breaks long lines; what goes on below starts under the first word. */
    private static String wrapped(String proof) {
        var text = new StringBuilder();
        proof.strip().lines().forEach(line -> {
            int start = line.indexOf(line.strip());
            int hanging = line.startsWith("- ", start) ? start + 2 : start;
            String rest = Wrapping.wrap(line.substring(hanging), " ".repeat(hanging), WIDTH);
            text.append(line, 0, hanging).append(rest.substring(hanging));
        });
        return text.toString();
    }
}
