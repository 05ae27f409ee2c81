package moirai.runs.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.analysis.Findings;
import moirai.history.level.Phenomenon;

/** The counts and lists of witnesses for people, bounded, with a remark where they are cut. */
public final class WitnessText {

    private static final int TXNS_LISTED_MAX = 12;

    private WitnessText() {}

    /**
     * Returns, for each phenomenon with more instances than witnesses, a text such as {@code lost-update 8 of 100,000}.
     * Costs O(anomalies).
     */
    public static List<String> bounded(Findings findings) {
        var lines = new ArrayList<String>();
        findings.counts().forEach((phenomenon, count) -> {
            long shown = shown(findings, phenomenon);
            if (shown < count) {
                lines.add(phenomenon.label() + " " + shown + " of " + Numbers.count(count));
            }
        });
        return lines;
    }

    private static long shown(Findings findings, Phenomenon phenomenon) {
        return findings.anomalies().stream()
                .filter(anomaly -> anomaly.phenomenon() == phenomenon)
                .count();
    }

    /** Returns a text such as {@code T3 T5 T8}, with the number of further transactions if there are many. */
    public static String txns(List<Integer> txns) {
        String listed =
                txns.stream().limit(TXNS_LISTED_MAX).map(txn -> "T" + txn).collect(Collectors.joining(" "));
        int more = txns.size() - TXNS_LISTED_MAX;
        return more > 0 ? listed + " … and " + Numbers.count(more) + " more" : listed;
    }
}
