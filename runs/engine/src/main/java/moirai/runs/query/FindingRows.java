package moirai.runs.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import moirai.analysis.durability.FaultSpan;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.runs.files.JsonRecord;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredShape;
import moirai.runs.store.StoredWitness;
import org.jspecify.annotations.Nullable;

/** The few rows about a run as a whole: what it was, its faults, and what its check found. */
final class FindingRows {

    /** On a virtual clock, several transactions of a session may begin at the same time: the best match is taken. */
    private static final String SEARCH = "SELECT txn FROM txns WHERE session = ? AND start_nanos = ?"
            + " ORDER BY txn = ? DESC, end_nanos = ? DESC, txn LIMIT 1";

    private final Connection connection;
    private final Path run;

    /** @param run the directory of the run; if it is none, nothing is known of a check */
    FindingRows(Connection connection, Path run) {
        this.connection = connection;
        this.run = run;
    }

    /** Adds all rows; those of {@code txns} are there. */
    void add(History history) throws SQLException, IOException {
        addRun(history);
        for (FaultSpan span : FaultSpan.of(history.faults())) {
            Rows.insert(
                    connection,
                    RunTables.FAULTS,
                    span.fault(),
                    span.target(),
                    span.fromNanos(),
                    span.toNanos() == FaultSpan.OPEN ? null : span.toNanos());
        }
        addLabels("key", history.labels().keys());
        addLabels("value", history.labels().values());
        List<StoredWitness> witnesses = StoredWitness.of(run, Integer.MAX_VALUE);
        addAnomalies(witnesses, history.header().expect());
        try (PreparedStatement search = connection.prepareStatement(SEARCH)) {
            for (StoredWitness witness : witnesses) {
                addWitness(witness, search);
            }
        }
    }

    private static String model(DataModel model) {
        return model.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void addRun(History history) throws SQLException {
        RunHeader header = history.header();
        boolean hasEnded = Files.isRegularFile(new RunDirectory(run).record());
        RunSummary summary = hasEnded ? RunSummary.read(run) : null;
        Rows.insert(
                connection,
                RunTables.RUN,
                header.database(),
                header.isolation(),
                header.expect(),
                header.workload(),
                header.seed().toString(),
                Rows.time(header.started()),
                model(history.dataModel()),
                history.isComplete(),
                summary == null ? null : summary.ending().verdict(),
                summary == null ? null : summary.ending().exitCode(),
                summary == null ? null : summary.seen().seconds());
    }

    private void addLabels(String of, Map<Long, String> labels) throws SQLException {
        try (var rows = new Rows(connection, RunTables.LABELS)) {
            labels.forEach((number, label) ->
                    rows.begin().add(of).add((long) number).add(label).end());
        }
    }

    private void addAnomalies(List<StoredWitness> witnesses, String expect) throws SQLException, IOException {
        Path results = run.resolve("results.json");
        if (!Files.isRegularFile(results)) {
            return;
        }
        JsonRecord times = JsonRecord.read(results, "fingerprints");
        for (StoredShape shape : StoredShape.of(run, expect, witnesses)) {
            JsonRecord seen = times.object(shape.fingerprint());
            Rows.insert(
                    connection,
                    RunTables.ANOMALIES,
                    shape.fingerprint(),
                    shape.phenomenon(),
                    shape.name(),
                    shape.count(),
                    shape.isAtLeast(),
                    shape.isForbidden(),
                    seen.number("first-nanos", 0),
                    seen.number("last-nanos", 0));
        }
    }

    private void addWitness(StoredWitness witness, PreparedStatement search) throws SQLException, IOException {
        JsonRecord data = JsonRecord.read(run.resolve(witness.folder()).resolve("explanation.json"));
        var edges = new HashMap<Long, JsonRecord>();
        data.objects("edges").forEach(edge -> edges.put(edge.number("from", -1), edge));
        for (JsonRecord txn : data.objects("transactions")) {
            long label = txn.number("id", -1);
            JsonRecord edge = edges.get(label);
            Rows.insert(
                    connection,
                    RunTables.WITNESSES,
                    witness.folder().replaceFirst(".*/", ""),
                    witness.fingerprint(),
                    witness.phenomenon(),
                    number(txn, label, search),
                    label,
                    (int) txn.number("session", 0),
                    edge == null ? null : edge.text("type"),
                    edge == null ? null : edge.number("to", -1),
                    edge == null || edge.text("key").isEmpty() ? null : edge.text("key"));
        }
    }

    /**
     * Returns the number of a transaction in its table. A run that was judged in pieces has numbered the
     * transactions of its explanations anew, so they are found by their session and their times.
     */
    private static @Nullable Long number(JsonRecord txn, long label, PreparedStatement search) throws SQLException {
        long start = txn.number("start", Long.MIN_VALUE);
        if (start == Long.MIN_VALUE) {
            return label;
        }
        search.setObject(1, (int) txn.number("session", 0));
        search.setObject(2, start);
        search.setObject(3, label);
        search.setObject(4, txn.number("end", start));
        try (ResultSet found = search.executeQuery()) {
            return found.next() ? found.getLong(1) : null;
        }
    }
}
