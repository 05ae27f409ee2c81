package moirai.runs.query;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.changes.KnownFailures;

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
                CellRows.time(identity.begun()),
                identity.moirai(),
                identity.digest(),
                identity.shard(),
                night.cells().size(),
                night.isEnded(),
                KnownFailures.NONE.code(night).code());
        for (Cell cell : night.cells()) {
            new CellRows(connection, identity, cell.name())
                    .add(cell, night.result(cell.name()).orElse(null));
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
