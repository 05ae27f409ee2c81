package moirai.cli.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import moirai.cli.options.TypedCommand;
import moirai.cli.terminal.LatestRun;
import moirai.nemesis.faults.FaultJournal;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The argument that names the run whose journal a command is about. */
public final class JournalArgument {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(arity = "0..1", paramLabel = "RUN", description = "A run's directory, or latest.")
    private String run = "";

    @Option(names = "--store", paramLabel = "DIR", description = "Where runs are kept. Default: ./store.")
    private Path store = Path.of("store");

    /** Returns the directory in which runs are kept. */
    Path store() {
        return store;
    }

    /** Returns the journal of the run that was named; empty if none was. */
    Optional<Path> named() {
        return run.isEmpty() ? Optional.empty() : Optional.of(journal(directory()));
    }

    /** Returns the journal of the run that was named, or of the newest run. */
    Path journal() {
        return named().orElseGet(() -> journal(newest()));
    }

    private Path directory() {
        return LatestRun.isMeant(run) ? newest() : LatestRun.linked(Path.of(run), command.err());
    }

    private Path newest() {
        return LatestRun.in(store, command.err())
                .orElseThrow(() -> command.refused("no run in " + store + ": name one"));
    }

    private Path journal(Path directory) {
        Path journal = Files.isDirectory(directory) ? directory.resolve(FaultJournal.NAME) : directory;
        if (!Files.exists(journal)) {
            throw command.refused(
                    "'" + directory + "' has no " + FaultJournal.NAME + ": expected a run that had --nemesis");
        }
        return journal;
    }
}
