package moirai.cli.predicting;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.export.Baseline;
import moirai.runs.export.GroupExport;
import moirai.runs.files.WholeOutput;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options for builds: the groups for a code host, and those that fail a build because they are new. */
final class BuildOptions {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--sarif",
            paramLabel = "FILE",
            description = "The groups as SARIF 2.1.0, with paths relative to the working directory.")
    private @Nullable Path sarif;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "What --sarif wrote before: exit code 1 only if a group is new, or of a graver kind, and 2"
                    + " only if a loss is.")
    private @Nullable Path baseline;

    BuildOptions() {}

    /** Refuses files that cannot be written or read, before anything is analysed. */
    Baseline read() {
        Path written = sarif;
        if (written != null) {
            command.require("--sarif: ", () -> WholeOutput.requireFilePlace(written));
        }
        Path file = baseline;
        if (file == null) {
            return Baseline.NONE;
        }
        try {
            String text = Files.readString(file);
            return command.accepted("--baseline: " + file + ": ", () -> Baseline.parse(text));
        } catch (IOException unreadable) {
            throw command.refused(
                    "--baseline: cannot read " + file + "; expected a file that schedule analyze --sarif wrote");
        }
    }

    /** Writes the file for code hosts, if one is asked for. */
    void write(GroupExport found, Baseline known) throws IOException {
        Path file = sarif;
        if (file != null) {
            WholeOutput.file(file, out -> out.write(found.sarif(known)));
        }
    }

    /** Returns what is new beside the baseline, in words; empty if there is none. */
    String news(GroupExport found, Baseline known) {
        if (baseline == null) {
            return "";
        }
        List<Integer> groups = found.newGroups(known);
        int all = found.groups().groups().size();
        int losses = found.newLosses(known).size();
        int gone = found.gone(known);
        String numbers = groups.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return "\nBaseline: "
                + (groups.isEmpty() ? "no group is new" : "new of " + all + " groups: " + numbers)
                + (found.hasNewRows(known) ? "; new transactions that only rows taken one by one break" : "")
                + (losses == 0 ? "" : "; " + losses + (losses == 1 ? " loss is" : " losses are") + " new")
                + (gone == 0 ? "" : "; " + gone + " of its groups " + (gone == 1 ? "is" : "are") + " gone")
                + ".\n";
    }

    /**
     * Returns the exit code of an analysis.
     *
     * @param isWhole whether the whole program was searched
     * @param alone the exit code without a baseline
     */
    ExitCode exitCode(GroupExport found, Baseline known, boolean isWhole, ExitCode alone) {
        if (baseline == null) {
            return alone;
        }
        if (!found.newGroups(known).isEmpty() || found.hasNewRows(known)) {
            return ExitCode.INVALID;
        }
        return isWhole && found.newLosses(known).isEmpty() ? ExitCode.VALID : ExitCode.UNKNOWN;
    }
}
