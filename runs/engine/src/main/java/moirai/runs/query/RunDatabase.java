package moirai.runs.query;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import moirai.history.files.HistoryReader;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.files.HeldLock;
import moirai.runs.report.Numbers;
import moirai.runs.store.HistorySource;

/**
 * The database of one run, or of any other history.
 *
 * <p>That of a run is a file in its directory, which is made when the first question is asked. It is made again if the
 * history has grown, if the run was judged anew, or by another version of the tables. It appears whole or not at all.
 * The database of a history of another format, or in a directory that is not writable, lasts for as long as this
 * object.
 */
public final class RunDatabase implements AutoCloseable {

    /** The name of the file in the directory of a run. */
    public static final String FILE = "history.duckdb";

    private static final Pattern SIZE = Pattern.compile("[1-9]\\d{0,5}[mg]");

    private static final int PIECE_TXNS = 65_536;

    /** Unfinished transactions run until the latest time of the whole history, not of a piece. */
    private static final String EXTEND_UNFINISHED = "UPDATE txns SET end_nanos = latest,"
            + " latency_micros = (latest - start_nanos) // 1000 FROM (SELECT max(end_nanos) AS latest FROM txns)"
            + " WHERE outcome = 'indeterminate' AND cause = 'unfinished' AND start_nanos IS NOT NULL";

    private final DuckDb duckDb;
    private final Path history;
    private final DuckDb.Resources resources;
    private final Scratch scratch;
    private final Path file;
    private List<String> warnings = List.of();

    /**
     * Makes the database of a history, unless that was done before.
     *
     * @param history a run's directory or any history that can be read
     * @param memory the size up to which the database keeps data in memory, such as {@code 2GB}
     * @param tell takes lines about what takes long
     * @throws RunException if the database cannot be made
     */
    public RunDatabase(Path history, String memory, Consumer<String> tell) {
        this.duckDb = DuckDb.load();
        this.history = history;
        this.scratch = new Scratch();
        this.resources = scratch.resources(memory);
        boolean isKept = HistorySource.hasPieces(history)
                && Files.isWritable(history)
                // A semicolon would begin options in the address of the database.
                && !history.toAbsolutePath().toString().contains(";");
        this.file = (isKept ? history : scratch.path()).resolve(FILE).toAbsolutePath();
        boolean isMade = false;
        try {
            if (isKept) {
                makeKept(tell);
            } else {
                fill(file, "", tell);
            }
            isMade = true;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } finally {
            if (!isMade) {
                close();
            }
        }
    }

    /**
     * Returns a size as the database takes it, from one such as {@code 500m} or {@code 8g}.
     *
     * @throws IllegalArgumentException if it is no such size
     */
    public static String memory(String size) {
        if (!SIZE.matcher(size).matches()) {
            throw new IllegalArgumentException("'" + size + "' is no size: expected one such as 500m or 8g");
        }
        return size.substring(0, size.length() - 1) + (size.endsWith("g") ? "GiB" : "MiB");
    }

    private void makeKept(Consumer<String> tell) throws IOException {
        String source = SourceMark.of(history);
        if (isOf(source)) {
            return;
        }
        Path lock = history.resolve("." + FILE + ".lock");
        try (HeldLock held = HeldLock.of(lock)
                .orElseThrow(() -> new RunException(
                        history + " is being loaded by another process: ask again when that is done",
                        ExitCode.REFUSED))) {
            if (!held.isOf(lock) || isOf(source)) {
                return;
            }
            Path part = history.resolve("." + FILE + ".part").toAbsolutePath();
            // What a process has left that was killed.
            removePart(part);
            try {
                fill(part, source, tell);
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                removePart(part);
            }
        }
    }

    private static void removePart(Path part) throws IOException {
        Files.deleteIfExists(part);
        Files.deleteIfExists(part.resolveSibling(part.getFileName() + ".wal"));
    }

    /** Returns whether the file is there and was made of this source by this version. */
    private boolean isOf(String source) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (Connection known = duckDb.sealed(file, resources);
                Statement statement = known.createStatement();
                ResultSet mark = statement.executeQuery("SELECT tables, source, warnings FROM moirai.made_of")) {
            boolean isSame = mark.next() && mark.getInt(1) == RunTables.VERSION && source.equals(mark.getString(2));
            if (isSame) {
                warnings = mark.getString(3).lines().toList();
            }
            return isSame;
        } catch (SQLException unreadable) {
            // Damaged, or of another version of DuckDB: it is made again.
            return false;
        }
    }

    private void fill(Path database, String source, Consumer<String> tell) throws IOException {
        tell.accept("loading " + history
                + (source.isEmpty()
                        ? " for this question"
                        : " into " + FILE + " there, for this question and later ones"));
        long begin = System.nanoTime();
        try (Connection connection = duckDb.writable(database, resources)) {
            make(connection, RunTables.ALL);
            HistoryReader.Loaded loaded;
            long txns;
            try (var rows = new HistoryRows(connection)) {
                loaded = HistorySource.readInPieces(history, PIECE_TXNS, rows::add);
                txns = rows.txnCount();
            }
            // One transaction, or each row would wait for the disk.
            connection.setAutoCommit(false);
            execute(connection, EXTEND_UNFINISHED);
            new FindingRows(connection, history).add(loaded.history());
            warnings = loaded.warnings();
            execute(connection, "CREATE SCHEMA moirai");
            execute(connection, "CREATE TABLE moirai.made_of (tables INTEGER, source VARCHAR, warnings VARCHAR)");
            try (var mark = connection.prepareStatement("INSERT INTO moirai.made_of VALUES (?, ?, ?)")) {
                mark.setInt(1, RunTables.VERSION);
                mark.setString(2, source);
                mark.setString(3, String.join("\n", warnings));
                mark.execute();
            }
            connection.commit();
            tell.accept("loaded " + Numbers.counted(txns, "transaction") + " in "
                    + Numbers.seconds(Duration.ofNanos(System.nanoTime() - begin)));
        } catch (Rows.LoadException refused) {
            throw failed(refused.refusal());
        } catch (SQLException failed) {
            throw failed(failed);
        }
    }

    private RunException failed(SQLException failed) {
        return new RunException(
                history + " cannot be loaded into DuckDB: " + failed.getMessage(), ExitCode.INTERNAL_ERROR, failed);
    }

    static void make(Connection connection, Catalog catalog) throws SQLException {
        for (Table table : catalog.tables()) {
            execute(connection, table.ddl());
        }
        for (Catalog.View view : catalog.views()) {
            execute(connection, view.ddl());
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns what is missing in the history, as its reader says. */
    public List<String> warnings() {
        return warnings;
    }

    /** Returns why the tables of anomalies are empty; empty if the run's check has left its results. */
    public Optional<String> unjudged() {
        return Files.isRegularFile(history.resolve("results.json"))
                ? Optional.empty()
                : Optional.of(history + " has no results.json, so anomalies and witnesses have no rows");
    }

    /**
     * Answers a question. It can change nothing, and reach neither files nor the network.
     *
     * @throws QueryException if the database refuses it
     */
    public Answer.Given answer(String sql, Answer.Form form, Appendable out) throws IOException {
        try (Connection connection = duckDb.sealed(file, resources)) {
            return Answer.of(connection, sql, form, out);
        } catch (SQLException failed) {
            throw failed(failed);
        }
    }

    /** Writes each table into a file of its own, such as {@code txns.parquet}, in a folder that exists. */
    public void exportParquet(Path folder) {
        try (Connection connection = duckDb.readable(file, resources)) {
            for (Table table : RunTables.ALL.tables()) {
                String target =
                        folder.resolve(table.name() + ".parquet").toString().replace("'", "''");
                execute(connection, "COPY " + table.name() + " TO '" + target + "' (FORMAT parquet)");
            }
        } catch (SQLException failed) {
            throw new RunException(
                    "the tables of " + history + " cannot be written to " + folder + ": " + failed.getMessage(),
                    ExitCode.INTERNAL_ERROR,
                    failed);
        }
    }

    @Override
    public void close() {
        scratch.close();
    }
}
