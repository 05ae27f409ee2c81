package moirai.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * Everything that an analysis found in a history, whatever level was expected.
 *
 * @param txns transactions that take part: committed, or proven so by a read
 * @param edges dependencies between them, without the order in real time
 * @param examined the levels that were examined, each with the method, in words that follow "decided by"
 * @param anomalies witnesses, at most a few of each phenomenon, by phenomenon in the order of declaration, those
 * easiest to read first
 * @param sightings how many instances of each phenomenon were seen and when, by shape; for cycles, in how many
 *     components
 * @param doubts phenomena whose search was cut short, with the reason
 */
public record Findings(
        int txns,
        long edges,
        Map<IsolationLevel, String> examined,
        List<Anomaly> anomalies,
        Map<Phenomenon, List<Sighting>> sightings,
        Map<Phenomenon, String> doubts) {

    /** The number of phenomena with the same reason that are named; if there are more, the reason stands alone. */
    private static final int NAMED_MAX = 6;

    public Findings {
        anomalies = List.copyOf(anomalies);
        examined = immutable(IsolationLevel.class, examined);
        sightings = immutable(Phenomenon.class, sightings);
        doubts = immutable(Phenomenon.class, doubts);
    }

    private static <K extends Enum<K>, V> Map<K, V> immutable(Class<K> type, Map<K, V> map) {
        var copy = new EnumMap<K, V>(type);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }

    /**
     * Returns the number of instances of each phenomenon; for cycles, the number of components that have one.
     * O(shapes).
     */
    public Map<Phenomenon, Integer> counts() {
        var counts = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        sightings.forEach((phenomenon, shapes) ->
                counts.put(phenomenon, shapes.stream().mapToInt(Sighting::count).sum()));
        return Collections.unmodifiableMap(counts);
    }

    /** Returns the classes of the witnesses, without what a witness proves besides. */
    public Set<Phenomenon> phenomena() {
        var seen = EnumSet.noneOf(Phenomenon.class);
        anomalies.forEach(anomaly -> seen.add(anomaly.phenomenon()));
        return seen;
    }

    /**
     * Returns the levels that were examined completely and that no anomaly breaks. None of those listed implies
     * another.
     */
    public List<IsolationLevel> strongestHolding() {
        return IsolationLevel.strongest(holding());
    }

    /** Returns the levels that were examined completely and that no anomaly breaks. */
    private List<IsolationLevel> holding() {
        var holding = new ArrayList<IsolationLevel>();
        for (IsolationLevel level : IsolationLevel.unbrokenBy(provenOrDoubtful())) {
            if (examined.containsKey(level)) {
                holding.add(level);
            }
        }
        return holding;
    }

    /** Returns whether the history is proven to keep to the level, perhaps because it keeps to a stronger one. */
    public boolean holds(IsolationLevel level) {
        for (IsolationLevel holding : holding()) {
            if (holding.implies(level)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the weakest levels that are proven to be broken: "not" in Elle. */
    public List<IsolationLevel> weakestBroken() {
        Set<IsolationLevel> unbroken = IsolationLevel.unbrokenBy(proven());
        return IsolationLevel.weakest(List.of(IsolationLevel.values()).stream()
                .filter(level -> !unbroken.contains(level))
                .toList());
    }

    /** Returns the other levels that are proven to be broken, which imply one of those: "also-not" in Elle. */
    public List<IsolationLevel> alsoBroken() {
        Set<IsolationLevel> unbroken = IsolationLevel.unbrokenBy(proven());
        List<IsolationLevel> weakest = weakestBroken();
        return List.of(IsolationLevel.values()).stream()
                .filter(level -> !unbroken.contains(level) && !weakest.contains(level))
                .toList();
    }

    /** Returns the witnesses that break the level. */
    public List<Anomaly> forbiddenAt(IsolationLevel level) {
        Set<Phenomenon> forbidden = level.forbidden();
        var breaking = new ArrayList<Anomaly>();
        for (Anomaly anomaly : anomalies) {
            if (!Collections.disjoint(anomaly.proves(), forbidden)) {
                breaking.add(anomaly);
            }
        }
        return List.copyOf(breaking);
    }

    /** Returns the classes of the witnesses that break the level. */
    public Set<Phenomenon> brokenBy(IsolationLevel level) {
        var seen = EnumSet.noneOf(Phenomenon.class);
        forbiddenAt(level).forEach(anomaly -> seen.add(anomaly.phenomenon()));
        return seen;
    }

    /** Returns the verdict on one level. */
    public Verdict at(IsolationLevel level) {
        List<Anomaly> proofs = forbiddenAt(level);
        if (!proofs.isEmpty()) {
            return new Verdict.Fail(proofs);
        }
        if (holds(level)) {
            return new Verdict.Pass(txns, edges);
        }
        String reasons = reasons(level.forbidden());
        return new Verdict.Undecided(
                reasons.isEmpty()
                        ? level.label() + " was not examined: not by this engine on this kind of history"
                        : reasons);
    }

    /**
     * Returns the reasons why the search for any of these was cut short, in words, each reason once, with the names of
     * the phenomena if they are few; empty if no search was. O(doubts).
     */
    public String reasons(Set<Phenomenon> phenomena) {
        var doubted = new LinkedHashMap<String, List<String>>();
        doubts.forEach((phenomenon, reason) -> {
            if (phenomena.contains(phenomenon)) {
                doubted.computeIfAbsent(reason, first -> new ArrayList<>()).add(phenomenon.label());
            }
        });
        return doubted.entrySet().stream()
                .map(doubt -> named(doubt.getValue()) + doubt.getKey())
                .collect(Collectors.joining("; "));
    }

    /** Returns the names that precede a reason; none if there are so many that they say nothing. */
    private static String named(List<String> labels) {
        return labels.size() > NAMED_MAX ? "" : String.join(", ", labels) + ": ";
    }

    private Set<Phenomenon> proven() {
        var proven = EnumSet.noneOf(Phenomenon.class);
        anomalies.forEach(anomaly -> proven.addAll(anomaly.proves()));
        return proven;
    }

    private Set<Phenomenon> provenOrDoubtful() {
        Set<Phenomenon> all = proven();
        all.addAll(doubts.keySet());
        return all;
    }
}
