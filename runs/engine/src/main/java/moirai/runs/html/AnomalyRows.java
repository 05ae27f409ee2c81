package moirai.runs.html;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Sighting;
import moirai.analysis.SightingLog;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostWrite;
import moirai.analysis.durability.WrongSum;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.time.TimeBuckets;
import moirai.analysis.time.TimeCounts;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.report.LossText;
import moirai.runs.report.PlainWords;

/**
 * The rows of the page for distinct anomalies, each with a few witnesses; anomalies that the expected level forbids
 * come first.
 */
final class AnomalyRows {

    /** The maximal number of fingerprints that are listed for shapes without a row. */
    private static final int LEFT_MAX = 40;

    /** The value that stands for an unknown time. */
    private static final long UNKNOWN = -1;

    private final ReportSource source;
    private final FaultBars faults;
    private final List<AnomalyRow> rows = new ArrayList<>();

    private AnomalyRows(ReportSource source, FaultBars faults) {
        this.source = source;
        this.faults = faults;
    }

    /**
     * The shapes and anomalies without a row: the checker stored no witness, or there was no room.
     *
     * @param first the fingerprints of those that were complete first, as they are reported during a run
     */
    record Left(int shapes, long anomalies, List<String> first) {

        Left {
            first = List.copyOf(first);
        }
    }

    /** Returns the anomalies that are none of these. */
    static Left left(ReportSource source, Set<Object> fingerprints) {
        List<Sighting> left = source.judgement().findings().sightings().values().stream()
                .flatMap(List::stream)
                .filter(sighting -> !fingerprints.contains(sighting.shape().fingerprint()))
                .sorted(Comparator.comparingLong(Sighting::firstNanos))
                .toList();
        return new Left(
                left.size(),
                left.stream().mapToLong(Sighting::count).sum(),
                left.stream()
                        .limit(LEFT_MAX)
                        .map(sighting -> sighting.shape().fingerprint())
                        .toList());
    }

    /**
     * Returns all rows. Costs O(transactions + ops) if writes are lost, and otherwise O(anomalies).
     *
     * @param widthNanos the shortest time in which anomalies are counted; that of all rows is the same
     */
    static List<AnomalyRow> of(ReportSource source, FaultBars faults, long widthNanos) {
        var rows = new AnomalyRows(source, faults);
        rows.collectLost();
        rows.collect();
        long width =
                rows.rows.stream().mapToLong(row -> row.overTime().widthNanos()).reduce(widthNanos, Math::max);
        rows.rows.forEach(row -> row.with("over", row.overTime().wider(width)));
        return rows.rows;
    }

    private void collectLost() {
        Durability durability = source.judgement().durability();
        if (!durability.isBroken()) {
            return;
        }
        History history = source.proofs().lost();
        var row = new AnomalyRow(
                        AnomalyShape.fingerprintOfLoss(history),
                        durability.kind().lostLabel(),
                        durability.kind().lostName(),
                        overTime(durability.lost()))
                .with(
                        "meaning",
                        "The database acknowledged a commit, and later nobody could read what it had written: it is"
                                + " gone." + LossText.sums(durability))
                .with("breaks", List.of("durability"))
                .with("forbidden", true);
        Map<String, Integer> readers = FinalReaders.of(history, durability);
        Map<String, Integer> active = new LinkedHashMap<>();
        for (LostWrite lost : durability.lost()) {
            int reader = readers.getOrDefault(lost.key(), FinalReaders.NONE);
            Witness witness = Witness.of(lost, reader, durability, history);
            if (row.wantsWitness()) {
                row.add(
                        LostPlace.in(history, lost, reader)
                                .map(witness::proving)
                                .orElse(witness),
                        history);
            }
            faults.during(witness.span().firstNanos(), witness.span().lastNanos())
                    .forEach(name -> active.merge(name, 1, Integer::sum));
        }
        for (WrongSum sum : durability.losses().sums()) {
            int reader = readers.getOrDefault(String.valueOf(sum.key()), FinalReaders.NONE);
            if (row.wantsWitness() && reader != FinalReaders.NONE) {
                row.add(Witness.of(sum, reader, durability, history), history);
            }
        }
        boolean isAllListed = durability.lostCount() == durability.lost().size();
        boolean isListed = !durability.lost().isEmpty();
        row.seen(durability.lostCount(), active)
                .with("first", isListed ? durability.lost().getFirst().acknowledgedNanos() : UNKNOWN)
                .with(
                        "last",
                        isListed && isAllListed ? durability.lost().getLast().acknowledgedNanos() : UNKNOWN)
                .with("of", durability.lost().size());
        rows.add(row);
    }

    private static TimeCounts overTime(List<LostWrite> lost) {
        TimeBuckets<long[]> counter = TimeCounts.counter(SightingLog.TIMES_MAX);
        lost.forEach(one -> counter.at(one.acknowledgedNanos())[0]++);
        return TimeCounts.of(counter);
    }

    private void collect() {
        List<Explanation> explanations = source.proofs().explanations();
        if (explanations.isEmpty()) {
            return;
        }
        Set<Anomaly> forbidden = Set.copyOf(
                source.judgement().findings().forbiddenAt(source.judgement().expect()));
        Map<AnomalyShape, Sighting> sightings = sightings();
        Map<AnomalyShape, AnomalyRow> byShape = new LinkedHashMap<>();
        var numbers = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        for (Explanation explanation : explanations) {
            Anomaly anomaly = explanation.anomaly();
            int number = numbers.merge(anomaly.phenomenon(), 1, Integer::sum);
            AnomalyShape shape = AnomalyShape.of(explanation.history(), anomaly);
            AnomalyRow row = byShape.computeIfAbsent(
                    shape, first -> row(requireNonNull(sightings.get(shape)), anomaly, forbidden.contains(anomaly)));
            String folder = "anomalies/" + anomaly.phenomenon().label() + "-" + number;
            if (row.wantsWitness()) {
                row.add(Witness.of(explanation, folder), explanation.history());
            }
        }
        byShape.values().stream().filter(AnomalyRow::isForbidden).forEach(rows::add);
        byShape.values().stream().filter(row -> !row.isForbidden()).forEach(rows::add);
    }

    /** Returns the shapes that the checker counted or, if it counted none, those of its witnesses. */
    private Map<AnomalyShape, Sighting> sightings() {
        var shown = new SightingLog(source.summary().faults());
        source.proofs().explanations().forEach(one -> shown.add(one.history(), one.anomaly()));
        Map<AnomalyShape, Sighting> sightings = new HashMap<>();
        Stream.of(shown.sightings(), source.judgement().findings().sightings())
                .flatMap(counted -> counted.values().stream())
                .flatMap(List::stream)
                .forEach(sighting -> sightings.put(sighting.shape(), sighting));
        return sightings;
    }

    private AnomalyRow row(Sighting sighting, Anomaly anomaly, boolean isForbidden) {
        String phenomenon = anomaly.phenomenon().label();
        boolean isDoubted = source.judgement().findings().doubts().containsKey(anomaly.phenomenon());
        return new AnomalyRow(sighting.shape().fingerprint(), phenomenon, PlainWords.name(anomaly), sighting.overTime())
                .with("meaning", PlainWords.meaning(anomaly))
                .with(
                        "breaks",
                        anomaly.breaks().stream().map(IsolationLevel::label).toList())
                .with("forbidden", isForbidden)
                .seen(sighting.count(), sighting.faults())
                .with("atLeast", sighting.isAtLeast() || isDoubted)
                .with("first", sighting.firstNanos())
                .with("last", sighting.lastNanos());
    }
}
