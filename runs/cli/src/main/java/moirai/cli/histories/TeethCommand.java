package moirai.cli.histories;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import moirai.analysis.Checker;
import moirai.analysis.Verdict;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.formats.jepsen.Reading;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.files.Json;
import moirai.runs.files.WholeOutput;
import moirai.runs.report.OwnCommand;
import moirai.runs.store.HistorySource;
import moirai.runs.teeth.Beginning;
import moirai.runs.teeth.Teeth;
import moirai.runs.teeth.TeethReport;
import moirai.runs.teeth.TeethText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai history teeth}, which measures what a check could have noticed in a history. */
@Command(
        name = "teeth",
        description = {
            "Plants bugs into copies of a run's own history and says how many of them its check finds.",
            "",
            "Ends with 0 if the run could have noticed each kind of bug that its level forbids, with 3 if it hardly"
                    + " could, and with 1 if it breaks the level itself."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} history teeth latest --copies 100")
final class TeethCommand implements Callable<Integer> {

    private static final int COPIES_MAX = 10_000;

    private final Checker checker;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "The level that had to hold. Default: that of the run.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Option(names = "--copies", paramLabel = "N", description = "Copies for each kind of bug. Default: 40.")
    private int copies = 40;

    @Option(
            names = "--seed",
            paramLabel = "HEX",
            converter = Values.OfSeed.class,
            description = "Where in the history the bugs are planted.")
    private Seed seed = Seed.random();

    @Option(names = "--json", paramLabel = "FILE", description = "The same as JSON.")
    private String json = "";

    TeethCommand(Checker checker) {
        this.checker = checker;
    }

    @Override
    public Integer call() throws IOException {
        if (copies < 1 || copies > COPIES_MAX) {
            throw command.refused("--copies: expected 1 to " + COPIES_MAX + ", got " + copies);
        }
        if (!json.isEmpty()) {
            command.require("--json: ", () -> WholeOutput.requireFilePlace(Path.of(json)));
        }
        HistorySource source = HistorySource.read(argument.path(), Reading.DEFAULT);
        History history = source.history();
        if (history.dataModel() != DataModel.LIST_APPEND) {
            throw command.refused(argument.path() + " is a history of "
                    + history.dataModel().plural() + ": bugs are planted into histories of lists");
        }
        IsolationLevel level = command.has("--expect") ? expect : source.expected();
        Optional<Teeth> teeth = Teeth.measure(Beginning.of(history), level, checker, copies, seed.generator());
        if (teeth.isEmpty()) {
            return notMeasured(history, level).code();
        }
        command.out().print(TeethText.of(teeth.get()));
        command.out().println("seed " + seed);
        if (!json.isEmpty()) {
            String text = Json.text(TeethReport.of(teeth.get()));
            WholeOutput.file(Path.of(json), writer -> writer.write(text));
            command.out().println("json " + json);
        }
        return (teeth.get().dull().isEmpty() ? ExitCode.VALID : ExitCode.INSUFFICIENT_EVIDENCE).code();
    }

    private ExitCode notMeasured(History history, IsolationLevel level) {
        boolean isUndecided = checker.check(history, level) instanceof Verdict.Undecided;
        command.out()
                .println(
                        isUndecided
                                ? "It is not known that the history keeps to " + level.label()
                                        + ", so copies that do not tell nothing."
                                : "The history breaks " + level.label() + " itself, or lost what it acknowledged, so"
                                        + " copies that do tell nothing.");
        command.out().println("explain  " + OwnCommand.line("explain ") + argument.path());
        return isUndecided ? ExitCode.UNKNOWN : ExitCode.INVALID;
    }
}
