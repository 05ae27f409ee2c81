package moirai.runs.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.latency.Latency;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.ShellLine;
import moirai.runs.store.StoredShape;
import org.jspecify.annotations.Nullable;

/** The rows of one cell. */
record CellRows(Connection connection, Night.Identity night, String cell) {

    void add(Cell planned, @Nullable CellResult result) throws SQLException {
        insert(CampaignTables.CELLS, cell(planned, result));
        for (Map.Entry<String, String> value : planned.values().entrySet()) {
            insert(CampaignTables.AXES, value.getKey(), value.getValue());
        }
        if (result == null) {
            return;
        }
        for (StoredShape shape : result.anomalies()) {
            insert(
                    CampaignTables.ANOMALIES,
                    shape.fingerprint(),
                    shape.phenomenon(),
                    shape.name(),
                    shape.count(),
                    shape.isAtLeast(),
                    shape.isForbidden());
        }
        if (!result.run().isEmpty()) {
            addFigures(result.figures());
        }
    }

    private static @Nullable Object[] cell(Cell planned, @Nullable CellResult result) {
        String command = ShellLine.of(OwnCommand.PLAIN + " run", planned.argv());
        if (result == null) {
            return new @Nullable Object[] {command, null, null, null, null, null, null, null, null};
        }
        CellResult.Ending ending = result.ending();
        return new @Nullable Object[] {
            command,
            ending.end().words(),
            result.code().code(),
            orNull(ending.verdict()),
            orNull(String.join("; ", ending.reasons())),
            orNull(ending.detail()),
            orNull(result.run()),
            time(result.took().begun()),
            result.took().seconds()
        };
    }

    private void addFigures(Figures figures) throws SQLException {
        boolean isKnown = figures.durability().known();
        insert(
                CampaignTables.FIGURES,
                figures.seconds(),
                figures.counts().committed(),
                figures.counts().aborted(),
                figures.counts().indeterminate(),
                isKnown ? figures.durability().acknowledged() : null,
                isKnown ? figures.durability().lost() : null,
                figures.evidence().overlap(),
                figures.evidence().versionsRead(),
                figures.evidence().keysContended());
        for (Map.Entry<String, Latency> kind : figures.latencyMicros().entrySet()) {
            Latency latency = kind.getValue();
            insert(CampaignTables.LATENCIES, kind.getKey(), latency.p50(), latency.p99(), latency.max());
        }
    }

    private void insert(Table table, @Nullable Object... values) throws SQLException {
        var all = new @Nullable Object[values.length + 3];
        all[0] = night.campaign();
        all[1] = night.id();
        all[2] = cell;
        System.arraycopy(values, 0, all, 3, values.length);
        Rows.insert(connection, table, all);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    static @Nullable LocalDateTime time(String iso) {
        try {
            return iso.isEmpty() ? null : Rows.time(Instant.parse(iso));
        } catch (DateTimeParseException ofAnotherVersion) {
            return null;
        }
    }
}
