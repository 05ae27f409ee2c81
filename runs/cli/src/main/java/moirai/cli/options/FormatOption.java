package moirai.cli.options;

import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** In which format a history comes. */
public final class FormatOption {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "moirai, plume, awdit, dbcop-json, dbcop or cobra. Default: what it looks like.")
    private String format = "";

    /** Reads the history in the format that was asked for, or the one that it seems to have. */
    public HistorySource read(Path path) {
        if (format.isEmpty()) {
            return HistorySource.read(path);
        }
        try {
            return HistorySource.read(path, Values.known("--format", format, HistorySource.formats()));
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
    }

    /** What another command line needs for the same history to be read; may be empty. */
    public List<String> again() {
        return format.isEmpty() ? List.of() : List.of("--format", format);
    }
}
