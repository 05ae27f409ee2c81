package moirai.runs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.history.History;
import moirai.history.files.HistoryTail;
import moirai.runs.Judgement;
import moirai.runs.files.Json;
import moirai.runs.files.JsonRecord;
import moirai.runs.files.WholeFile;
import moirai.runs.html.HtmlReport;
import moirai.runs.html.ReportSource;

/** The directory of one run. It is complete in itself: it can be moved, packed and sent. */
public record RunDirectory(Path path) {

    /** The name of the folder of the segments. */
    static final String HISTORY = "history";

    /** Returns the folder of the history. */
    public Path history() {
        return path.resolve(HISTORY);
    }

    /** Returns the folder of the history of a run's folder, or the folder itself if it is none. */
    public static Path historyOf(Path folder) {
        Path inRun = folder.resolve(HISTORY);
        return Files.isDirectory(inRun) ? inRun : folder;
    }

    /** Returns the file for log lines that the terminal need not show. */
    public Path log() {
        return path.resolve("run.log");
    }

    /** Returns the file with verdict and identity; it does not exist until the run has ended. */
    public Path record() {
        return path.resolve("run.json");
    }

    /** Returns the file that says what is run, from the beginning on. */
    public Path plan() {
        return path.resolve("plan.json");
    }

    /** Returns the journal of the faults of a part that is over; that of the last part has no number. */
    Path journalOfPart(int part) {
        return path.resolve("faults-part-" + part + ".journal");
    }

    /** Returns the file that is locked while the run goes. */
    Path lock() {
        return path.resolve("run.lock");
    }

    /** Returns the file that keeps room for the results while the run goes. */
    Path spareRoom() {
        return path.resolve("spare-room");
    }

    /** Returns whether something was recorded: a segment with its header. */
    boolean hasHeader() {
        return HistoryTail.hasBegun(history());
    }

    /** Returns the command of the run, without secrets; empty if the run did not end, or the command is unknown. */
    public List<String> argv() {
        return recorded("identity").texts("argv");
    }

    /**
     * Returns sentences about what went wrong beside the verdict; empty if nothing did, if the run did not end, or if
     * that is unknown.
     */
    public List<String> notes() {
        return recorded("result").texts("notes");
    }

    /**
     * Returns the names of the nodes by the sessions that were there; empty if there was only one place, if the run did
     * not end, or if the places are unknown. A session at a replica may have observed an older state.
     */
    public SortedMap<Integer, String> places() {
        var places = new TreeMap<Integer, String>();
        JsonRecord nodes = recorded("seen").object("sessions-at");
        if (nodes.names().count() > 1) {
            nodes.names()
                    .forEach(node -> nodes.texts(node).stream()
                            .filter(session -> session.matches("\\d{1,9}"))
                            .forEach(session -> places.put(Integer.valueOf(session), node)));
        }
        return places;
    }

    /** Returns what is known of the run besides its history. */
    public ReportSource.Circumstances circumstances() {
        return new ReportSource.Circumstances(argv(), notes(), places());
    }

    /** Returns the subject of a report of this run. */
    public ReportSource reportSource(History history, Judgement judgement) {
        return ReportSource.of(history, judgement, path, circumstances());
    }

    private JsonRecord recorded(String part) {
        try {
            return JsonRecord.read(record()).object(part);
        } catch (IOException unknown) {
            return new JsonRecord(Map.of());
        }
    }

    /** Removes what was concluded from the history. */
    void removeResults() {
        try {
            for (String name : List.of("run.json", "results.json", "results.edn", HtmlReport.NAME)) {
                Files.deleteIfExists(path.resolve(name));
            }
            if (Files.isDirectory(anomalies())) {
                WholeFile.removeTree(anomalies());
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the folder of the explained witnesses and of the cases. */
    public Path anomalies() {
        return path.resolve("anomalies");
    }

    /** Writes {@code results.json} and {@code results.edn}, each whole or not at all. */
    void write(Map<String, Object> results) throws IOException {
        WholeFile.write(path.resolve("results.json"), Json.text(results));
        WholeFile.write(path.resolve("results.edn"), EdnText.of(results) + "\n");
    }

    /** Writes {@code plan.json}, all of it or nothing. */
    void write(RunPlan plan) throws IOException {
        WholeFile.write(plan(), Json.text(plan));
    }

    /** Writes {@code run.json}, all of it or nothing. */
    void write(RunRecord record) throws IOException {
        WholeFile.write(record(), Json.text(record));
    }
}
