package moirai.cli.histories;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import moirai.cli.options.FormatOption;
import moirai.cli.options.TypedCommand;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.files.HistoryCopy;
import moirai.history.files.HistoryDirectory;
import moirai.runs.ExitCode;
import moirai.runs.files.WholeOutput;
import moirai.runs.store.HistorySource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code moirai history import}, which stores a history of another format as ours. */
@Command(
        name = "import",
        description = "Writes a history of any format into a directory of segments, which is read fastest.",
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} history import history.edn -o history")
final class ImportCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(paramLabel = "FILE", description = "A history's file or directory, ours or another checker's.")
    private Path given = Path.of("");

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            required = true,
            description = "A new or empty directory. It is there whole at the end, or not at all.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws IOException {
        // Before a file is read that may take minutes.
        try {
            WholeOutput.requireDirectoryPlace(directory);
        } catch (IllegalArgumentException refused) {
            throw command.refused("--out: " + refused.getMessage());
        }
        HistorySource source = format.read(given);
        source.loaded().warnings().forEach(warning -> command.err().println("warning: " + warning));
        History history = source.history();
        WholeOutput.directory(directory, part -> {
            HistoryCopy.write(history, header(source), part);
            if (!source.loaded().displaced().isEmpty()) {
                HistoryDirectory.displaced(part, source.loaded().displaced());
            }
        });
        command.out()
                .println(history.txnCount() + " transactions and " + history.opCount() + " ops on " + history.keyCount()
                        + " " + history.dataModel().plural() + " written to " + directory);
        return ExitCode.VALID.code();
    }

    /**
     * Returns the header of the imported run. It records the data model that {@code --model} gave to operations of
     * counters, because a directory of segments has no such option when it is read, and the level of the format.
     */
    private RunHeader header(HistorySource source) {
        boolean isSaid = source.history().dataModel() == DataModel.COUNTER
                && !format.model().isEmpty();
        return isSaid ? source.header().meaning(format.model()) : source.header();
    }
}
