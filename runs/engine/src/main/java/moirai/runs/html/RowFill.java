package moirai.runs.html;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.History;
import moirai.runs.html.windows.Window;
import moirai.runs.html.windows.Windows;
import moirai.runs.logs.ServerLogs;

/**
 * The rows of the table of anomalies as data, with as much as there is room for: first a witness of each row, then the
 * other witnesses, then the sessions around witnesses. So the page has a maximal size, however long the lists are that
 * were read.
 */
final class RowFill {

    private static final int ROWS_MAX = 30;

    /** The room of all rows. The other parts of a page need less than this, and a page may have 3 MB. */
    private static final int BYTES_MAX = 1_400_000;

    private final Links links;
    private final FaultBars faults;
    private final ServerLogs logs;
    private final List<Map<String, Object>> data = new ArrayList<>();
    private final IdentityHashMap<AnomalyRow, List<Map<String, Object>>> examples = new IdentityHashMap<>();
    private final IdentityHashMap<AnomalyRow.Shown, Map<String, Object>> drawn = new IdentityHashMap<>();
    private final Set<Integer> sessions = new TreeSet<>();
    private long bytesLeft = BYTES_MAX;
    private int examplesLeft;
    private int windowsLeft;

    private RowFill(Links links, FaultBars faults, ServerLogs logs) {
        this.links = links;
        this.faults = faults;
        this.logs = logs;
    }

    /** Returns the data of those rows that have a witness. Costs one pass over the transactions of each history. */
    static RowFill of(List<AnomalyRow> rows, Links links, FaultBars faults, ServerLogs logs) {
        List<AnomalyRow> first = rows.stream()
                .filter(row -> !row.shown().isEmpty())
                .limit(ROWS_MAX)
                .toList();
        fillWindows(first);
        var fill = new RowFill(links, faults, logs);
        List<AnomalyRow> kept = first.stream().takeWhile(fill::begin).toList();
        kept.forEach(fill::addExamples);
        kept.stream().flatMap(row -> row.shown().stream()).forEach(fill::addWindow);
        return fill;
    }

    private static void fillWindows(List<AnomalyRow> rows) {
        var byHistory = new IdentityHashMap<History, List<Window>>();
        rows.stream()
                .flatMap(row -> row.shown().stream())
                .filter(shown -> shown.history().isTimed())
                .forEach(shown -> byHistory
                        .computeIfAbsent(shown.history(), one -> new ArrayList<>())
                        .add(shown.window()));
        byHistory.forEach((history, windows) -> {
            for (int from = 0; from < windows.size(); from += Windows.COUNT_MAX) {
                Windows.fill(history, windows.subList(from, Math.min(from + Windows.COUNT_MAX, windows.size())));
            }
        });
    }

    /** Adds a row with its first witness; returns false if there is no room. */
    private boolean begin(AnomalyRow row) {
        AnomalyRow.Shown shown = row.shown().getFirst();
        Map<String, Object> witness = witness(shown);
        var witnesses = new ArrayList<>(List.of(witness));
        var whole = new LinkedHashMap<>(row.head());
        whole.put("witnesses", witnesses);
        if (!take(whole)) {
            return false;
        }
        data.add(whole);
        examples.put(row, witnesses);
        drawn.put(shown, witness);
        return true;
    }

    private void addExamples(AnomalyRow row) {
        for (AnomalyRow.Shown shown : row.shown().subList(1, row.shown().size())) {
            Map<String, Object> witness = witness(shown);
            if (take(witness)) {
                requireNonNull(examples.get(row)).add(witness);
                drawn.put(shown, witness);
            } else {
                examplesLeft++;
            }
        }
    }

    private void addWindow(AnomalyRow.Shown shown) {
        Map<String, Object> witness = drawn.get(shown);
        if (witness == null) {
            return;
        }
        History history = shown.history();
        shown.witness().txns().forEach(txn -> sessions.add(history.session(txn)));
        if (!history.isTimed()) {
            return;
        }
        Map<String, Object> window = Witness.data(shown.window(), history, faults);
        if (take(window)) {
            witness.put("window", window);
            IntStream.of(shown.window().txns()).forEach(txn -> sessions.add(history.session(txn)));
        } else {
            windowsLeft++;
        }
    }

    private Map<String, Object> witness(AnomalyRow.Shown shown) {
        String folder = shown.witness().folder();
        List<String> names = folder.isEmpty()
                ? List.of()
                : Stream.of("explanation.txt", "explanation.json", "cycle.dot")
                        .map(name -> folder + "/" + name)
                        .toList();
        Map<String, Object> data = shown.witness().data(shown.history(), links.to(names));
        if (shown.history().isTimed()) {
            var span = shown.witness().span();
            data.put("log", logs.around(span.firstNanos(), span.lastNanos()));
        }
        return data;
    }

    private boolean take(Object part) {
        int bytes = Page.json(part).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > bytesLeft) {
            return false;
        }
        bytesLeft -= bytes;
        return true;
    }

    /** Returns the rows as data. */
    List<Map<String, Object>> data() {
        return data;
    }

    /** Returns the fingerprints of the rows. */
    Set<Object> ids() {
        return data.stream().map(row -> row.get("id")).collect(Collectors.toSet());
    }

    /** Returns the sessions of the transactions that are shown. */
    Set<Integer> sessions() {
        return sessions;
    }

    /** Returns the numbers of examples and of pictures of sessions for which there was no room. */
    Map<String, Integer> left() {
        var left = new LinkedHashMap<String, Integer>();
        left.put("examples", examplesLeft);
        left.put("windows", windowsLeft);
        return left;
    }
}
