package moirai.runs.query;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.Consumer;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.latency.Latency;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.ShellLine;
import moirai.runs.store.StoredShape;
import org.jspecify.annotations.Nullable;

/** The database of all nights of a store's campaigns. It lasts for as long as this object: nights are few. */
public final class CampaignDatabase implements AutoCloseable {

    private final DuckDb duckDb;
    private final DuckDb.Resources resources;
    private final Scratch scratch;
    private final Path file;

    /**
     * Makes the database.
     *
     * @param memory the size up to which the database keeps data in memory, such as {@code 2GB}
     * @param tell takes a line for each night that cannot be read, which is left out
     */
    public CampaignDatabase(CampaignStore store, String memory, Consumer<String> tell) {
        this.duckDb = DuckDb.load();
        this.scratch = new Scratch();
        this.resources = scratch.resources(memory);
        this.file = scratch.path().resolve("campaigns.duckdb");
        try (Connection connection = duckDb.writable(file, resources)) {
            RunDatabase.make(connection, CampaignTables.ALL);
            // One transaction, or each row would wait for the disk.
            connection.setAutoCommit(false);
            for (String campaign : store.campaigns()) {
                for (NightDirectory night : store.nights(campaign)) {
                    add(night, connection, tell);
                }
            }
            connection.commit();
        } catch (SQLException failed) {
            throw failed(failed);
        }
    }

    private static RunException failed(SQLException failed) {
        return new RunException(
                "the nights cannot be loaded into DuckDB: " + failed.getMessage(), ExitCode.INTERNAL_ERROR, failed);
    }

    private static void add(NightDirectory directory, Connection connection, Consumer<String> tell)
            throws SQLException {
        Night night;
        try {
            night = directory.read();
        } catch (RunException unreadable) {
            tell.accept("left out: " + unreadable.getMessage());
            return;
        }
        Night.Identity identity = night.identity();
        Rows.insert(
                connection,
                CampaignTables.NIGHTS,
                identity.campaign(),
                identity.id(),
                time(identity.begun()),
                identity.moirai(),
                identity.digest(),
                identity.shard(),
                night.cells().size(),
                night.isEnded(),
                night.code().code());
        for (Cell cell : night.cells()) {
            new CellRows(connection, identity, cell.name())
                    .add(cell, night.result(cell.name()).orElse(null));
        }
    }

    /** The rows of one cell. */
    private record CellRows(Connection connection, Night.Identity night, String cell) {

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
                orNull(String.join("; ", ending.missed())),
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
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static @Nullable LocalDateTime time(String iso) {
        try {
            return iso.isEmpty() ? null : Rows.time(Instant.parse(iso));
        } catch (DateTimeParseException ofAnotherVersion) {
            return null;
        }
    }

    /** Answers a question, as {@link RunDatabase#answer} does. */
    public Answer.Given answer(String sql, Answer.Form form, Appendable out) throws IOException {
        try (Connection connection = duckDb.sealed(file, resources)) {
            return Answer.of(connection, sql, form, out);
        } catch (SQLException failed) {
            throw failed(failed);
        }
    }

    @Override
    public void close() {
        scratch.close();
    }
}
