package moirai.cli.histories;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.history.History;
import moirai.history.files.HistoryCopy;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryReader;
import moirai.runs.ExitCode;
import moirai.runs.files.WholeOutput;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai history salvage}, which copies what is whole of a damaged history. */
@Command(
        name = "salvage",
        description = {
            "Copies what is whole of a damaged history, and says what is lost.",
            "The damaged one stays as it is. What is lost may have taken effect, so checks of the copy take a read of"
                    + " an element that nobody is known to have written for no anomaly."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} history salvage latest -o salvaged")
final class SalvageCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            required = true,
            description = "A new or empty directory. It is there whole at the end, or not at all.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws IOException {
        // Before a history is read, which may take minutes.
        try {
            WholeOutput.requireDirectoryPlace(directory);
        } catch (IllegalArgumentException refused) {
            throw command.refused("--out: " + refused.getMessage());
        }
        HistoryReader.Loaded whole = HistoryReader.salvage(argument.path());
        History history = whole.history();
        if (whole.warnings().isEmpty()) {
            command.out().println("nothing is damaged or missing, and nothing was written: " + argument.path());
            return ExitCode.VALID.code();
        }
        whole.warnings().forEach(loss -> command.out().println("lost: " + loss));
        WholeOutput.directory(directory, part -> {
            HistoryCopy.write(history, history.header(), part);
            if (!whole.displaced().isEmpty()) {
                HistoryDirectory.displaced(part, whole.displaced());
            }
        });
        command.out()
                .println(
                        history.txnCount() + " transactions and " + history.opCount() + " ops written to " + directory);
        command.out().println("next: " + OwnCommand.line("check ") + directory);
        return ExitCode.VALID.code();
    }
}
