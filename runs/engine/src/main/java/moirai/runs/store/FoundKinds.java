package moirai.runs.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Sighting;
import moirai.analysis.durability.Durability;
import moirai.history.History;
import moirai.history.level.Phenomenon;
import moirai.runs.Judgement;
import moirai.runs.interim.AnomalyKind;
import moirai.runs.report.PlainWords;
import moirai.runs.report.ShapeCounts;

/** The kinds of anomalies in a judged history. */
final class FoundKinds {

    private FoundKinds() {}

    /** Returns all kinds: lost writes first, then forbidden anomalies, then allowed ones. */
    static List<AnomalyKind> of(History history, Judgement judgement) {
        Set<AnomalyShape> broken = judgement.findings().forbiddenAt(judgement.expect()).stream()
                .map(anomaly -> AnomalyShape.of(history, anomaly))
                .collect(Collectors.toSet());
        Set<Phenomenon> forbidden = judgement.expect().forbidden();
        var kinds = new ArrayList<AnomalyKind>();
        // A kind without a witness is judged by its class alone.
        ShapeCounts.of(history, judgement.findings())
                .forEach((shape, seen) ->
                        kinds.add(kind(seen, broken.contains(shape) || forbidden.contains(shape.phenomenon()))));
        kinds.sort((one, other) -> Boolean.compare(other.isForbidden(), one.isForbidden()));
        if (judgement.durability().isBroken()) {
            kinds.addFirst(lost(history, judgement.durability()));
        }
        return List.copyOf(kinds);
    }

    private static AnomalyKind kind(Sighting seen, boolean isForbidden) {
        Phenomenon phenomenon = seen.shape().phenomenon();
        return new AnomalyKind(
                seen.shape().fingerprint(),
                phenomenon.label(),
                PlainWords.name(phenomenon),
                isForbidden,
                seen.count(),
                new AnomalyKind.Times(seen.firstNanos(), seen.lastNanos()));
    }

    /** Returns the kind of lost writes. They are known to be lost when all nodes were read in the end. */
    static AnomalyKind lost(History history, Durability durability) {
        long end = 0;
        for (int txn = 0; txn < history.txnCount(); txn++) {
            end = Math.max(end, history.endNanos(txn));
        }
        return new AnomalyKind(
                AnomalyShape.fingerprintOfLoss(history),
                durability.kind().lostLabel(),
                durability.kind().lostName(),
                true,
                durability.lostCount(),
                new AnomalyKind.Times(end, end));
    }
}
