package moirai.runs.html;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyShape;
import moirai.analysis.IsolationLevel;
import moirai.analysis.Phenomenon;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostAppend;
import moirai.analysis.listappend.Explainer;
import moirai.history.History;
import moirai.runs.report.PlainWords;

/** One row for each distinct anomaly, what the expected level forbids first; each with a few witnesses. */
final class AnomalyRows {

    private static final int ROWS_MAX = 30;

    /** The first are the easiest to read; the files beside the page have the others. */
    private static final int WITNESSES_MAX = 3;

    static final String LOST = "lost-append";

    private final ReportSource source;
    private final Links links;
    private final FaultBars faults;
    private final List<Row> rows = new ArrayList<>();
    private final List<Window> windows = new ArrayList<>();

    private AnomalyRows(ReportSource source, Links links, FaultBars faults) {
        this.source = source;
        this.links = links;
        this.faults = faults;
    }

    /** A kind of anomaly, and what was found of it. */
    private static final class Row {

        private final Map<String, Object> head = new LinkedHashMap<>();
        private final List<Witness> shown = new ArrayList<>();
        private int found;
        private long firstNanos = Long.MAX_VALUE;
        private long lastNanos = Long.MIN_VALUE;
        private final Map<String, Integer> active = new LinkedHashMap<>();

        boolean isForbidden() {
            return Boolean.TRUE.equals(head.get("forbidden"));
        }
    }

    /** All rows as data. One pass over the transactions, and what an {@link Explainer} costs if there is any. */
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
        head(row, LOST, LOST, "lost append");
        row.head.put(
                "meaning",
                "The database acknowledged a commit, and later nobody could read what it had written: it is gone.");
        row.head.put("breaks", List.of("durability"));
        row.head.put("forbidden", true);
        row.head.put("total", durability.lostCount());
        Map<String, Integer> readers = new FinalReaders(history(), durability).byKey();
        for (LostAppend lost : durability.lost()) {
            int reader = readers.getOrDefault(lost.key(), FinalReaders.NONE);
            add(row, Witness.of(lost, reader, durability, history()), lost.acknowledgedNanos());
        }
        rows.add(row);
    }

    private void collect() {
        List<Anomaly> anomalies = source.judgement().findings().anomalies();
        if (anomalies.isEmpty()) {
            return;
        }
        var explainer = new Explainer(history());
        Set<Anomaly> forbidden = Set.copyOf(
                source.judgement().findings().forbiddenAt(source.judgement().expect()));
        Map<String, Row> byShape = new LinkedHashMap<>();
        var numbers = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        for (Anomaly anomaly : anomalies) {
            int number = numbers.merge(anomaly.phenomenon(), 1, Integer::sum);
            Row row = byShape.computeIfAbsent(
                    AnomalyShape.of(anomaly), shape -> row(shape, anomaly, forbidden.contains(anomaly)));
            String folder = "anomalies/" + anomaly.phenomenon().label() + "-" + number;
            if (row.shown.size() < WITNESSES_MAX) {
                Witness witness = Witness.of(anomaly, folder, explainer, history());
                add(row, witness, witness.span().lastNanos());
            } else {
                Witness.Span span = Witness.Span.of(anomaly.txns(), history());
                count(row, span, span.lastNanos());
            }
        }
        byShape.values().stream().filter(Row::isForbidden).forEach(rows::add);
        byShape.values().stream().filter(row -> !row.isForbidden()).forEach(rows::add);
    }

    private Row row(String shape, Anomaly anomaly, boolean isForbidden) {
        var row = new Row();
        head(row, shape, anomaly.phenomenon().label(), PlainWords.name(anomaly));
        row.head.put("meaning", PlainWords.meaning(anomaly));
        row.head.put("breaks", breaks(anomaly));
        row.head.put("forbidden", isForbidden);
        row.head.put("total", source.judgement().findings().counts().getOrDefault(anomaly.phenomenon(), 1));
        return row;
    }

    private static void head(Row row, String id, String phenomenon, String name) {
        row.head.put("id", id);
        row.head.put("phenomenon", phenomenon);
        row.head.put("name", name);
    }

    private static List<String> breaks(Anomaly anomaly) {
        return IsolationLevel.weakest(Stream.of(IsolationLevel.values())
                        .filter(level -> level.forbidden().stream().anyMatch(anomaly.proves()::contains))
                        .toList())
                .stream()
                .map(IsolationLevel::label)
                .toList();
    }

    private void add(Row row, Witness witness, long seenNanos) {
        if (row.shown.size() < WITNESSES_MAX) {
            row.shown.add(witness);
        }
        count(row, witness.span(), seenNanos);
    }

    private void count(Row row, Witness.Span span, long seenNanos) {
        row.found++;
        row.firstNanos = Math.min(row.firstNanos, seenNanos);
        row.lastNanos = Math.max(row.lastNanos, seenNanos);
        faults.during(span.firstNanos(), span.lastNanos()).forEach(name -> row.active.merge(name, 1, Integer::sum));
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
            windows.addAll(around.values());
            Windows.fill(history(), windows);
        }
        var data = new ArrayList<Map<String, Object>>();
        for (Row row : drawn) {
            Map<String, Object> one = new LinkedHashMap<>(row.head);
            one.put("found", row.found);
            one.put("first", row.firstNanos);
            one.put("last", row.lastNanos);
            one.put("active", row.active);
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
