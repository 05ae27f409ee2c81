package moirai.cli.histories;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.formats.PlumeExport;
import moirai.formats.jepsen.Reading;
import moirai.history.export.EdnExport;
import moirai.history.export.JsonLinesExport;
import moirai.history.files.HistoryReader;
import moirai.runs.ExitCode;
import moirai.runs.files.WholeOutput;
import moirai.runs.query.RunDatabase;
import moirai.runs.store.HistorySource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai history export}, which writes a history in another format. */
@Command(
        name = "export",
        description = {
            "Writes a history in the format of Jepsen or Plume, as JSON lines, or as tables for notebooks.",
            "",
            "parquet: a folder with a file for each table that 'history query' lists."
        },
        sortOptions = false,
        footer = {
            "Example: ${ROOT-COMMAND-NAME} history export latest --format edn -o history.edn",
            "Example: ${ROOT-COMMAND-NAME} history export latest --format parquet -o tables"
        })
final class ExportCommand implements Callable<Integer> {

    private static final String PARQUET = "parquet";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Option(names = "--format", paramLabel = "FORMAT", required = true, description = "edn, jsonl, plume or parquet.")
    private String format = "";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Default: standard output. Of parquet a new or empty directory, without a default.")
    private String file = "";

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Of parquet: memory of the database, such as 500m or 8g. Default: 2g.")
    private String memory = "2g";

    @Override
    public Integer call() throws IOException {
        String known =
                command.accepted(() -> Values.known("--format", format, List.of("edn", "jsonl", "plume", PARQUET)));
        if (known.equals(PARQUET)) {
            return exportTables();
        }
        // Before a history is read, which may take minutes.
        if (!file.isEmpty()) {
            command.require("--out: ", () -> WholeOutput.requireFilePlace(Path.of(file)));
        }
        HistoryReader.Loaded loaded =
                HistorySource.read(argument.path(), Reading.DEFAULT).loaded();
        loaded.warnings().forEach(this::warn);
        if (!loaded.history().isTimed() && !known.equals("plume")) {
            warn("no times were recorded, but events of " + known + " stand in an order: it is that of the history, and"
                    + " proves nothing about real time");
        }
        try {
            if (file.isEmpty()) {
                PrintWriter out = command.out();
                write(loaded, known, out);
                command.requireWritten();
            } else {
                WholeOutput.file(Path.of(file), out -> write(loaded, known, out));
            }
        } catch (IllegalArgumentException unsaid) {
            throw command.refused("--format " + known + ": " + unsaid.getMessage());
        }
        return ExitCode.VALID.code();
    }

    private int exportTables() throws IOException {
        if (file.isEmpty()) {
            throw command.refused("--out is missing: --format parquet writes a folder, expected a new or empty one");
        }
        String limit = command.accepted("--memory: ", () -> RunDatabase.memory(memory));
        try {
            WholeOutput.requireDirectoryPlace(Path.of(file));
        } catch (IllegalArgumentException refused) {
            throw command.refused("--out: " + refused.getMessage());
        }
        try (var database = new RunDatabase(argument.path(), limit, command.err()::println)) {
            database.warnings().forEach(this::warn);
            WholeOutput.directory(Path.of(file), database::exportParquet);
        }
        return ExitCode.VALID.code();
    }

    private void warn(String text) {
        command.err().println("warning: " + text);
    }

    private static void write(HistoryReader.Loaded loaded, String format, Writer out) throws IOException {
        switch (format) {
            case "edn" -> EdnExport.write(loaded.history(), out);
            case "jsonl" -> JsonLinesExport.write(loaded.history(), out);
            default -> PlumeExport.write(loaded.history(), out);
        }
    }
}
