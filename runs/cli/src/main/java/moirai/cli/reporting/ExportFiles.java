package moirai.cli.reporting;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.export.Export;
import moirai.runs.files.WholeOutput;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options that write a run for other programs: a new run, or one of the store. The files are made from the run's
 * results, not from its history.
 */
public final class ExportFiles {

    /** The option for JUnit's XML. */
    public static final String JUNIT = "--junit";

    /** The option for Markdown. */
    public static final String MARKDOWN = "--md";

    /** The option for SARIF. */
    public static final String SARIF = "--sarif";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = JUNIT,
            paramLabel = "FILE",
            description = "JUnit XML: a test for each level and promise; bad ones if the exit code was not 0.")
    private String junit = "";

    @Option(
            names = MARKDOWN,
            paramLabel = "FILE",
            description = "A summary in Markdown for the page of a CI job, of at most 60 kB.")
    private String markdown = "";

    @Option(names = SARIF, paramLabel = "FILE", description = "SARIF 2.1.0: a result for each anomaly.")
    private String sarif = "";

    /** Returns whether a file was asked for. */
    boolean isAsked() {
        return !files().isEmpty();
    }

    /** Refuses the arguments if a file cannot be written, before anything that takes time. */
    public void require() {
        files().forEach((export, file) -> command.require(option(export), () -> WholeOutput.requireFilePlace(file)));
    }

    /**
     * Writes the files.
     *
     * @throws RunException if that is not the directory of a run that ended
     */
    void write(Path run, PrintWriter out) throws IOException {
        for (var each : files().entrySet()) {
            String text = each.getKey().of(run);
            WholeOutput.file(each.getValue(), writer -> writer.write(text));
            out.println("report: " + each.getValue());
        }
    }

    /**
     * Writes the files of a run that has just ended.
     *
     * @return an error if not all could be written, which is said; a CI server would take an older file for this run's
     */
    public ExitCode attempt(Path run, PrintWriter out) {
        try {
            write(run, out);
            return ExitCode.VALID;
        } catch (IOException | UncheckedIOException | RunException failed) {
            command.err().println("moirai: not all reports could be written: " + failed.getMessage());
            return ExitCode.INTERNAL_ERROR;
        }
    }

    private static String option(Export export) {
        return switch (export) {
            case JUNIT -> JUNIT + ": ";
            case MARKDOWN -> MARKDOWN + ": ";
            case SARIF -> SARIF + ": ";
        };
    }

    private Map<Export, Path> files() {
        var files = new EnumMap<Export, Path>(Export.class);
        Map.of(Export.JUNIT, junit, Export.MARKDOWN, markdown, Export.SARIF, sarif)
                .forEach((export, file) -> {
                    if (!file.isEmpty()) {
                        files.put(export, Path.of(file));
                    }
                });
        return files;
    }
}
