package moirai.cli.replaying;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import moirai.cli.options.TypedCommand;
import moirai.cli.terminal.LatestRun;
import moirai.runs.emission.CaseFiles;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunStore;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The argument that names a case, by its folder, its file, or a run that has one. */
public final class CaseArgument {

    /** The most cases that a refusal names. */
    private static final int NAMED_MAX = 5;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(
            paramLabel = "CASE",
            description = "A folder with a case.json, as in a run's anomalies, such a file, or a run with one case,"
                    + " such as latest.")
    private String given = CaseFiles.CASE;

    @Option(names = "--store", paramLabel = "DIR", description = "Where 'latest' is looked for. Default: ./store.")
    private Path store = Path.of("store");

    /** Returns the file of the case, which may not exist, and tells the user which run is the latest. */
    public Path file() throws IOException {
        Path named = path();
        if (CaseFiles.isCase(named) || !isRun(named)) {
            return CaseFiles.file(named);
        }
        List<Path> cases = CaseFiles.in(new RunDirectory(named).anomalies());
        if (cases.size() == 1) {
            return CaseFiles.file(cases.getFirst());
        }
        throw command.refused(
                cases.isEmpty()
                        ? named + " has no case: expected a run that found something; " + OwnCommand.line("shrink")
                                + " makes cases of what is only witnessed"
                        : named + " has " + cases.size()
                                + " cases: expected one of them, such as "
                                + cases.stream()
                                        .limit(NAMED_MAX)
                                        .map(Path::toString)
                                        .collect(Collectors.joining(", ")));
    }

    private static boolean isRun(Path named) throws IOException {
        return Files.isDirectory(named) && RunStore.began(named.toRealPath()).isPresent();
    }

    private Path path() {
        if (!LatestRun.isMeant(given)) {
            return LatestRun.linked(Path.of(given), command.err());
        }
        return LatestRun.in(store, command.err())
                .orElseThrow(() -> command.refused("no run in " + store + ": expected a case, or a run that found"
                        + " something: " + ShellLine.here(List.of("demo"))));
    }
}
