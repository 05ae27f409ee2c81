package moirai.analysis;

import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Everything that an analysis found in a history, whatever level was expected.
 *
 * @param txns transactions that take part: committed, or proven so by a read
 * @param edges dependencies between them, without the order in real time
 * @param anomalies witnesses, at most a few of each phenomenon, by phenomenon in the order of declaration, those
 * easiest to read first
 * @param counts how many instances of each phenomenon were seen; for cycles, in how many components
 * @param doubts phenomena whose search was cut short, with the reason
 */
public record Findings(
        int txns,
        long edges,
        List<Anomaly> anomalies,
        Map<Phenomenon, Integer> counts,
        Map<Phenomenon, String> doubts) {

    public Findings {
        anomalies = List.copyOf(anomalies);
        counts = immutable(counts);
        doubts = immutable(doubts);
    }

    private static <V> Map<Phenomenon, V> immutable(Map<Phenomenon, V> map) {
        var copy = new EnumMap<Phenomenon, V>(Phenomenon.class);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }

    /** The phenomena that are proven. */
    public Set<Phenomenon> phenomena() {
        var seen = EnumSet.noneOf(Phenomenon.class);
        anomalies.forEach(anomaly -> seen.add(anomaly.phenomenon()));
        return seen;
    }

    /**
     * Levels that the anomalies do not break and for which the search was complete, strongest first: none implies
     * another.
     */
    public List<IsolationLevel> strongestHolding() {
        return IsolationLevel.strongest(IsolationLevel.unbrokenBy(provenOrDoubtful()));
    }

    /** The weakest levels that are proven to be broken: "not" in Elle. */
    public List<IsolationLevel> weakestBroken() {
        Set<IsolationLevel> unbroken = Set.copyOf(IsolationLevel.unbrokenBy(phenomena()));
        return IsolationLevel.weakest(List.of(IsolationLevel.values()).stream()
                .filter(level -> !unbroken.contains(level))
                .toList());
    }

    /** The witnesses that break the level. */
    public List<Anomaly> forbiddenAt(IsolationLevel level) {
        Set<Phenomenon> forbidden = level.forbidden();
        return anomalies.stream()
                .filter(anomaly -> forbidden.contains(anomaly.phenomenon()))
                .toList();
    }

    /** The verdict on one level. */
    public Verdict at(IsolationLevel level) {
        List<Anomaly> proofs = forbiddenAt(level);
        if (!proofs.isEmpty()) {
            return new Verdict.Fail(proofs);
        }
        Set<Phenomenon> forbidden = level.forbidden();
        String reasons = doubts.entrySet().stream()
                .filter(doubt -> forbidden.contains(doubt.getKey()))
                .map(doubt -> doubt.getKey().label() + ": " + doubt.getValue())
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? new Verdict.Pass(txns, edges) : new Verdict.Undecided(reasons);
    }

    private Set<Phenomenon> provenOrDoubtful() {
        var all = EnumSet.noneOf(Phenomenon.class);
        all.addAll(phenomena());
        all.addAll(doubts.keySet());
        return all;
    }
}
