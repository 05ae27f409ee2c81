package moirai.runs.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.time.TimeCounts;
import moirai.history.History;
import moirai.runs.html.windows.Window;

/** A row of the table of anomalies: a kind of anomaly with a few of its instances. */
final class AnomalyRow {

    /**
     * The maximal number of witnesses. The first are the easiest to read; the files beside the page have the others.
     */
    private static final int WITNESSES_MAX = 3;

    /** The maximal number of faults that are named: those active for most of the anomalies. */
    private static final int FAULTS_MAX = 20;

    private final Map<String, Object> head = new LinkedHashMap<>();
    private final List<Shown> shown = new ArrayList<>();
    private final TimeCounts overTime;

    /** A witness in the history that has its transactions, with those around it. */
    record Shown(Witness witness, History history, Window window) {}

    /**
     * Creates a row.
     *
     * @param id the fingerprint of the kind
     * @param name the everyday name
     * @param overTime how many there were when
     */
    AnomalyRow(String id, String phenomenon, String name, TimeCounts overTime) {
        this.overTime = overTime;
        head.put("id", id);
        head.put("phenomenon", phenomenon);
        head.put("name", name);
    }

    TimeCounts overTime() {
        return overTime;
    }

    /** Adds an entry. */
    AnomalyRow with(String name, Object value) {
        head.put(name, value);
        return this;
    }

    /**
     * Records the number of anomalies, and for how many of them each fault was active. These counts refer to all of the
     * anomalies unless the row is changed later.
     */
    AnomalyRow seen(long count, Map<String, Integer> active) {
        return with("count", count)
                .with("atLeast", false)
                .with("active", mostFrequent(active))
                .with("of", count);
    }

    private static Map<String, Integer> mostFrequent(Map<String, Integer> active) {
        var most = new LinkedHashMap<>(active);
        most.keySet()
                .retainAll(active.entrySet().stream()
                        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                        .limit(FAULTS_MAX)
                        .map(Map.Entry::getKey)
                        .toList());
        return most;
    }

    /** Returns whether there is room for one more witness. */
    boolean wantsWitness() {
        return shown.size() < WITNESSES_MAX;
    }

    void add(Witness witness, History history) {
        var window = new Window(witness.span().firstNanos(), witness.span().lastNanos());
        shown.add(new Shown(witness, history, window));
    }

    boolean isForbidden() {
        return Boolean.TRUE.equals(head.get("forbidden"));
    }

    List<Shown> shown() {
        return shown;
    }

    /** Returns the row without its witnesses, as data. */
    Map<String, Object> head() {
        return head;
    }
}
