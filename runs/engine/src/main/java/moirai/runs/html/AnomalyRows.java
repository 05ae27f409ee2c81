package moirai.runs.html;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Sighting;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostAppend;
import moirai.analysis.explanation.Explainer;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.report.PlainWords;
import moirai.runs.report.ShapeCounts;

/**
 * The rows of the page for distinct anomalies, each with a few witnesses; anomalies that the expected level forbids
 * come first.
 */
final class AnomalyRows {

    private static final int ROWS_MAX = 30;

    /**
     * The maximal number of witnesses of a row. The first are the easiest to read; the files beside the page have the
     * others.
     */
    private static final int WITNESSES_MAX = 3;

    /** The maximal number of fingerprints that are listed for shapes without a row. */
    private static final int LEFT_MAX = 40;

    /** The value that stands for an unknown time. */
    private static final long UNKNOWN = -1;

    private final ReportSource source;
    private final Links links;
    private final FaultBars faults;
    private final List<Row> rows = new ArrayList<>();

    private AnomalyRows(ReportSource source, Links links, FaultBars faults) {
        this.source = source;
        this.links = links;
        this.faults = faults;
    }

    /** A row: a kind of anomaly with its instances. */
    private static final class Row {

        private final Map<String, Object> head = new LinkedHashMap<>();
        private final List<Witness> shown = new ArrayList<>();

        boolean isForbidden() {
            return Boolean.TRUE.equals(head.get("forbidden"));
        }
    }

    /**
     * The shapes and anomalies of which the checker stored no witness, so that they have no row.
     *
     * @param first the fingerprints of those that were complete first, as they are reported during a run
     */
    record Left(int shapes, long anomalies, List<String> first) {

        Left {
            first = List.copyOf(first);
        }
    }

    /** Returns the anomalies without a row. */
    static Left left(ReportSource source) {
        Set<AnomalyShape> shown = source.judgement().findings().anomalies().stream()
                .map(anomaly -> AnomalyShape.of(source.history(), anomaly))
                .collect(Collectors.toSet());
        List<Sighting> left = source.judgement().findings().sightings().values().stream()
                .flatMap(List::stream)
                .filter(sighting -> !shown.contains(sighting.shape()))
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
     * Returns all rows as data. Costs one pass over the transactions, and what an {@link Explainer} costs if there is
     * any.
     */
    static List<Map<String, Object>> of(ReportSource source, Links links, FaultBars faults) {
        var rows = new AnomalyRows(source, links, faults);
        rows.collectLost();
        rows.collect();
        return rows.data();
    }

    private History history() {
        return source.history();
    }

    private void collectLost() {
        Durability durability = source.judgement().durability();
        if (!durability.isBroken()) {
            return;
        }
        var row = new Row();
        head(row, AnomalyShape.fingerprintOfLostAppends(history()), AnomalyShape.LOST_APPEND, "lost append");
        row.head.put(
                "meaning",
                "The database acknowledged a commit, and later nobody could read what it had written: it is gone.");
        row.head.put("breaks", List.of("durability"));
        row.head.put("forbidden", true);
        Map<String, Integer> readers = FinalReaders.of(history(), durability);
        Map<String, Integer> active = new LinkedHashMap<>();
        for (LostAppend lost : durability.lost()) {
            int reader = readers.getOrDefault(lost.key(), FinalReaders.NONE);
            Witness witness = Witness.of(lost, reader, durability, history());
            if (row.shown.size() < WITNESSES_MAX) {
                row.shown.add(LostPlace.in(history(), lost, reader)
                        .map(witness::proving)
                        .orElse(witness));
            }
            faults.during(witness.span().firstNanos(), witness.span().lastNanos())
                    .forEach(name -> active.merge(name, 1, Integer::sum));
        }
        boolean isAllListed = durability.lostCount() == durability.lost().size();
        seen(row, durability.lostCount(), active);
        boolean isListed = !durability.lost().isEmpty();
        row.head.put("first", isListed ? durability.lost().getFirst().acknowledgedNanos() : UNKNOWN);
        row.head.put(
                "last", isListed && isAllListed ? durability.lost().getLast().acknowledgedNanos() : UNKNOWN);
        row.head.put("of", durability.lost().size());
        rows.add(row);
    }

    private void collect() {
        List<Anomaly> anomalies = source.judgement().findings().anomalies();
        if (anomalies.isEmpty()) {
            return;
        }
        var explainer = new Explainer(history(), anomalies);
        Set<Anomaly> forbidden = Set.copyOf(
                source.judgement().findings().forbiddenAt(source.judgement().expect()));
        Map<AnomalyShape, Sighting> sightings =
                ShapeCounts.of(history(), source.judgement().findings());
        Map<AnomalyShape, Row> byShape = new LinkedHashMap<>();
        var numbers = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        for (Anomaly anomaly : anomalies) {
            int number = numbers.merge(anomaly.phenomenon(), 1, Integer::sum);
            AnomalyShape shape = AnomalyShape.of(history(), anomaly);
            Row row = byShape.computeIfAbsent(
                    shape, first -> row(requireNonNull(sightings.get(shape)), anomaly, forbidden.contains(anomaly)));
            String folder = "anomalies/" + anomaly.phenomenon().label() + "-" + number;
            if (row.shown.size() < WITNESSES_MAX) {
                row.shown.add(Witness.of(explainer.explain(anomaly), folder));
            }
        }
        byShape.values().stream().filter(Row::isForbidden).forEach(rows::add);
        byShape.values().stream().filter(row -> !row.isForbidden()).forEach(rows::add);
    }

    private Row row(Sighting sighting, Anomaly anomaly, boolean isForbidden) {
        var row = new Row();
        head(row, sighting.shape().fingerprint(), anomaly.phenomenon().label(), PlainWords.name(anomaly));
        row.head.put("meaning", PlainWords.meaning(anomaly));
        row.head.put(
                "breaks", anomaly.breaks().stream().map(IsolationLevel::label).toList());
        row.head.put("forbidden", isForbidden);
        seen(row, sighting.count(), sighting.faults());
        row.head.put(
                "atLeast",
                sighting.isAtLeast() || source.judgement().findings().doubts().containsKey(anomaly.phenomenon()));
        row.head.put("first", sighting.firstNanos());
        row.head.put("last", sighting.lastNanos());
        return row;
    }

    /**
     * Records in a row the number of anomalies, and for how many of them each fault was active. These counts refer to
     * all of the anomalies unless the row is changed later.
     */
    private static void seen(Row row, long count, Map<String, Integer> active) {
        row.head.put("count", count);
        row.head.put("atLeast", false);
        row.head.put("active", active);
        row.head.put("of", count);
    }

    private static void head(Row row, String id, String phenomenon, String name) {
        row.head.put("id", id);
        row.head.put("phenomenon", phenomenon);
        row.head.put("name", name);
    }

    private List<Map<String, Object>> data() {
        List<Row> drawn = rows.stream().limit(ROWS_MAX).toList();
        Map<Witness, Window> around = new LinkedHashMap<>();
        if (history().isTimed()) {
            drawn.stream()
                    .flatMap(row -> row.shown.stream())
                    .limit(Windows.COUNT_MAX)
                    .forEach(witness -> around.put(
                            witness,
                            new Window(
                                    witness.span().firstNanos(), witness.span().lastNanos())));
            Windows.fill(history(), List.copyOf(around.values()));
        }
        var data = new ArrayList<Map<String, Object>>();
        for (Row row : drawn) {
            Map<String, Object> one = new LinkedHashMap<>(row.head);
            one.put(
                    "witnesses",
                    row.shown.stream().map(witness -> witness(witness, around)).toList());
            data.add(one);
        }
        return data;
    }

    private Map<String, Object> witness(Witness witness, Map<Witness, Window> around) {
        List<String> names = witness.folder().isEmpty()
                ? List.of()
                : Stream.of("explanation.txt", "explanation.json", "cycle.dot")
                        .map(name -> witness.folder() + "/" + name)
                        .toList();
        Map<String, Object> data = witness.data(history(), links.to(names));
        Window window = around.get(witness);
        if (window != null) {
            data.put("window", Witness.data(window, history(), faults));
        }
        return data;
    }
}
