package moirai.directed.repairs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.causes.Cause;
import moirai.directed.causes.CauseFinder;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Unreachable;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Combinations;
import moirai.directed.search.SearchCache;
import moirai.directed.search.Showing;

/*
 * 1. A change is tried for a cause by a search of the changed program, of the combinations with a transaction that the
 *    change concerns; the others are as they were.
 * 2. It works for the cause if no anomaly is left for which nothing else is to blame, and no new one is there. A change
 *    by which a statement never meets a row is none: who always rolls back suffers no anomaly.
 * 3. In a write skew several transactions are to blame, and each may have to be changed. So if the change alone does
 *    not remove all anomalies of a group, it is tried together with the first changes that work for those other causes.
 * 4. Only what removes the whole group is a repair.
 */
/** A search for the repairs of groups of anomalies. Cost: some searches for each cause, of a part of the program. */
public final class RepairSearch {

    private final ProgramAtLevels subject;
    private final Bounds bounds;
    private final CauseFinder finder;
    private final FixCandidates candidates;
    private final SearchCache cache = new SearchCache();
    private final Map<String, List<Cause>> causes = new LinkedHashMap<>();
    private final Map<String, List<String>> combinations = new HashMap<>();
    private final Map<Cause, List<Fix>> working = new HashMap<>();
    private final Map<Set<Fix>, Set<String>> left = new HashMap<>();

    /**
     * A repair that was shown: with it none of the group's anomalies is left within the bounds.
     *
     * @param together the repairs of other causes without which some of the group would be left
     */
    public record Shown(Fix fix, List<Fix> together) {

        public Shown {
            together = List.copyOf(together);
        }
    }

    /**
     * Creates a search.
     *
     * @param anomalies all that a search of the program found within the bounds
     */
    public RepairSearch(ProgramAtLevels subject, Bounds bounds, List<Anomaly> anomalies) {
        this.subject = subject;
        this.bounds = bounds;
        this.finder = new CauseFinder(subject.program(), bounds.loopMax());
        this.candidates = new FixCandidates(subject, bounds.loopMax());
        List<String> order =
                subject.program().txns().stream().map(TxnType::name).toList();
        for (Anomaly anomaly : anomalies) {
            causes.put(
                    anomaly.key(),
                    finder.causes(anomaly).stream()
                            .map(CauseFinder.Found::cause)
                            .distinct()
                            .toList());
            combinations.put(
                    anomaly.key(),
                    anomaly.hops().stream()
                            .map(Anomaly.Hop::txn)
                            .sorted(Comparator.comparingInt(order::indexOf))
                            .toList());
        }
    }

    /** Returns the repairs of the anomalies that count for this cause; empty if none is shown. */
    public List<Shown> repairs(Cause cause) {
        Set<String> group = keys(cause, true);
        Map<Cause, Long> counts = group.stream()
                .flatMap(key -> causesOf(key).stream())
                .filter(other -> !other.equals(cause))
                .collect(Collectors.groupingBy(other -> other, Collectors.counting()));
        // Those of few anomalies first, so that they are taken away first where several would do.
        List<Cause> others = counts.entrySet().stream()
                .sorted(Map.Entry.<Cause, Long>comparingByValue()
                        .thenComparing(entry -> entry.getKey().toString()))
                .map(Map.Entry::getKey)
                .toList();
        var shown = new ArrayList<Shown>();
        for (Fix fix : working(cause)) {
            if (removes(Set.of(fix), group)) {
                shown.add(new Shown(fix, List.of()));
                continue;
            }
            List<Fix> together = others.stream()
                    .flatMap(other -> working(other).stream().limit(1))
                    .filter(other -> !other.equals(fix))
                    .distinct()
                    .toList();
            if (removes(Stream.concat(Stream.of(fix), together.stream()).collect(Collectors.toSet()), group)) {
                shown.add(new Shown(fix, needed(fix, together, group)));
            }
        }
        return shown;
    }

    /** Returns those of the other repairs that are needed, of which each was taken away in turn. */
    private List<Fix> needed(Fix fix, List<Fix> together, Set<String> group) {
        var needed = new LinkedHashSet<Fix>(together);
        for (Fix other : together) {
            var fewer = new LinkedHashSet<Fix>(needed);
            fewer.remove(other);
            fewer.add(fix);
            if (removes(fewer, group)) {
                needed.remove(other);
            }
        }
        return List.copyOf(needed);
    }

    /** Returns the anomalies that are left if these repairs are all made, by their keys. */
    public Set<String> leftWith(Set<Fix> fixes) {
        return left.computeIfAbsent(Set.copyOf(fixes), this::search);
    }

    private List<Cause> causesOf(String key) {
        return causes.getOrDefault(key, List.of());
    }

    private Set<String> keys(Cause cause, boolean isFirst) {
        return causes.entrySet().stream()
                .filter(entry -> isFirst
                        ? entry.getValue().getFirst().equals(cause)
                        : entry.getValue().equals(List.of(cause)))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** Returns the changes after which no anomaly is left for which this cause alone is to blame. */
    private List<Fix> working(Cause cause) {
        List<Fix> known = working.get(cause);
        if (known != null) {
            return known;
        }
        Set<String> own = keys(cause, false);
        List<Fix> found = new ArrayList<>(candidates.of(cause).stream()
                .filter(fix -> removes(Set.of(fix), own))
                .toList());
        if (found.isEmpty()) {
            Optional<Fix> level = candidates.levels(cause).stream()
                    .filter(fix -> removes(Set.of(fix), own))
                    .findFirst();
            level.ifPresent(found::add);
        }
        working.put(cause, found);
        return found;
    }

    private boolean removes(Set<Fix> fixes, Set<String> group) {
        Set<String> remaining = leftWith(fixes);
        return causes.keySet().containsAll(remaining) && group.stream().noneMatch(remaining::contains);
    }

    private Set<String> search(Set<Fix> fixes) {
        ProgramAtLevels repaired = subject;
        for (Fix fix :
                fixes.stream().sorted(Comparator.comparing(Fix::toString)).toList()) {
            repaired = fix.of(repaired);
        }
        Set<String> changed = repaired.changed(subject, bounds.loopMax());
        if (unreachable(repaired, changed) > unreachable(subject, changed)) {
            return Set.of("a statement never meets a row");
        }
        Set<String> remaining = new HashSet<>();
        combinations.forEach((key, txns) -> {
            if (txns.stream().noneMatch(changed::contains)) {
                remaining.add(key);
            }
        });
        List<TxnType> types = repaired.program().txns();
        List<List<String>> searched = new ArrayList<>();
        for (int count = 2; count <= bounds.txnsMax(); count++) {
            Combinations.multisets(types.stream().map(TxnType::name).toList(), count).stream()
                    .filter(txns -> txns.stream().anyMatch(changed::contains))
                    .forEach(searched::add);
        }
        new AnomalySearch(repaired.program(), repaired.levels(), bounds)
                .showing(Showing.ANY)
                .remembering(cache)
                .among(searched)
                .anomalies()
                .forEach(anomaly -> remaining.add(anomaly.key()));
        return remaining;
    }

    private int unreachable(ProgramAtLevels of, Set<String> txns) {
        return Unreachable.of(of.program(), txns, of.levels(), bounds).size();
    }
}
