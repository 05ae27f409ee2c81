package moirai.cli.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import moirai.cli.options.TypedCommand;
import moirai.cli.replaying.RunCommands;
import moirai.history.HistoryFormatException;
import moirai.runs.ExitCode;
import moirai.runs.cases.Case;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.corpus.Corpus;
import moirai.runs.emission.CaseFiles;
import moirai.runs.report.OwnCommand;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code moirai corpus}, which holds the commands about stored cases. */
@Command(
        name = "corpus",
        description = CorpusCommand.SUMMARY,
        footer = "Example: ${ROOT-COMMAND-NAME} corpus add store/latest/anomalies/9c1e4f03-G2-item-rw-rw")
public final class CorpusCommand implements Runnable {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Keeps cases in a folder, as text for a repository, and asks whether they still happen.";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--corpus",
            paramLabel = "DIR",
            scope = CommandLine.ScopeType.INHERIT,
            description = "The folder. Default: ./" + Corpus.FOLDER + ".")
    private Path folder = Path.of(Corpus.FOLDER);

    private final RunCommands runs;

    private CorpusCommand(RunCommands runs) {
        this.runs = runs;
    }

    /** Returns the command with its subcommands. */
    public static CommandLine commandLine(RunCommands runs) {
        return new CommandLine(new CorpusCommand(runs));
    }

    @Override
    public void run() {
        throw command.refused("a command is missing: expected add, list, promote, demote or run");
    }

    private Corpus corpus() {
        return new Corpus(folder);
    }

    @Command(name = "add", description = "Takes cases in.")
    int add(
            @Parameters(paramLabel = "CASE", arity = "1..*", description = "A case.json, or its folder.")
                    List<Path> paths)
            throws IOException {
        // All are read before the first is kept: one that is no case leaves the corpus as it was.
        for (Case found : paths.stream().map(CaseFiles::read).toList()) {
            Path kept = corpus().add(found);
            boolean isTaken = CaseFiles.read(kept).confirmations().equals(found.confirmations());
            String place = isTaken ? "added      " + kept : "kept       " + kept + " as it was, since it was replayed";
            command.out().println(place);
        }
        return ExitCode.VALID.code();
    }

    @Command(name = "list", description = "Lists the cases.")
    int list() {
        List<Corpus.Entry> entries = corpus().entries();
        entries.forEach(entry -> command.out()
                .println((entry.isPromoted() ? "promoted   " : "kept       ") + entry.name() + ": " + what(entry)));
        if (entries.isEmpty()) {
            command.out().println("no case in " + folder);
        }
        return ExitCode.VALID.code();
    }

    private static String what(Corpus.Entry entry) {
        try {
            return switch (entry.read()) {
                case HistoryCase shown ->
                    shown.product() + " at " + shown.header().isolation() + ", expected "
                            + shown.header().expect();
                case ExploredCase explored ->
                    explored.foundOn() + ", " + explored.claim().failure();
                case PredictedCase predicted -> predicted.foundOn() + ", " + predicted.txns();
            };
        } catch (HistoryFormatException broken) {
            return "broken: " + broken.getMessage();
        }
    }

    @Command(name = "promote", description = "Has a case replayed before each run on its product.")
    int promote(@Parameters(paramLabel = "NAME", description = "As list names it, or the beginning.") String name)
            throws IOException {
        Corpus.Entry entry = named(name);
        if (!(entry.read() instanceof HistoryCase)) {
            throw command.refused(
                    entry.name() + " is about a program, and a run of a database executes none: expected a case"
                            + " of a run; this one is replayed by " + OwnCommand.line("corpus run"));
        }
        corpus().promote(entry);
        command.out().println("promoted   " + entry.name());
        return ExitCode.VALID.code();
    }

    @Command(name = "demote", description = "Undoes promote: runs do not replay the case any more.")
    int demote(@Parameters(paramLabel = "NAME", description = "As list names it, or the beginning.") String name)
            throws IOException {
        Corpus.Entry entry = named(name);
        corpus().demote(entry);
        command.out().println("kept       " + entry.name() + (entry.isPromoted() ? "" : ", which was not promoted"));
        return ExitCode.VALID.code();
    }

    private Corpus.Entry named(String name) {
        List<Corpus.Entry> found = corpus().entries().stream()
                .filter(entry -> entry.name().startsWith(name))
                .toList();
        if (found.size() != 1) {
            throw command.refused("'" + name + "' names " + found.size() + " cases of " + folder
                    + ": expected the beginning of one name, see: " + OwnCommand.line("corpus list"));
        }
        return found.getFirst();
    }

    @Command(name = "run", description = "Replays all cases, each on a database of its kind.")
    int runAll(
            @Option(
                            names = "--classpath",
                            paramLabel = "PATH",
                            split = ":",
                            description = "Of explored programs: jars and folders with their classes.")
                    @Nullable
                    List<Path> classpath)
            throws InterruptedException {
        List<Corpus.Entry> entries = corpus().entries();
        if (entries.isEmpty()) {
            // A folder that is misspelt would otherwise pass for a database without known bugs.
            command.out().println("no case in " + folder + ", so nothing was asked");
            return ExitCode.UNKNOWN.code();
        }
        return new CorpusRun(runs, classpath == null ? List.of() : classpath, command.out())
                .of(entries)
                .code();
    }
}
