package moirai.cli.reporting;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.export.Export;
import moirai.runs.export.Schemas;
import moirai.runs.files.WholeOutput;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that export a run for other programs. The exports are made from the run's results, not from its history.
 */
final class ExportOptions {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "JUnit XML: a test case for each level and promise; bad ones if the exit code was not 0.")
    private String junit = "";

    @Option(
            names = "--md",
            paramLabel = "FILE",
            description = "A summary in Markdown for the page of a CI job, of at most 60 kB.")
    private String markdown = "";

    @Option(names = "--sarif", paramLabel = "FILE", description = "SARIF 2.1.0: a result for each anomaly.")
    private String sarif = "";

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            converter = OfSchema.class,
            description = "Prints the JSON Schema of run(.json), results(.json) or case(.json) instead.")
    private List<Schemas> schemas = List.of();

    /** A converter for the name of a schema. */
    static final class OfSchema implements ITypeConverter<Schemas> {

        @Override
        public Schemas convert(String value) {
            return Stream.of(Schemas.values())
                    .filter(known -> known.toString().equals(value))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + value + "' has no schema: expected "
                            + Stream.of(Schemas.values()).map(Schemas::toString).collect(Collectors.joining(", "))));
        }
    }

    /** Returns whether a schema is to be printed, and nothing else. */
    boolean isOfSchema() {
        return !schemas.isEmpty();
    }

    String schema() {
        return schemas.stream().map(Schemas::text).collect(Collectors.joining());
    }

    boolean isAsked() {
        return !files().isEmpty();
    }

    /** Returns the list of exports, a line each. */
    String list() {
        return "  --junit   " + Export.JUNIT.describe() + "\n  --md      " + Export.MARKDOWN.describe()
                + "\n  --sarif   " + Export.SARIF.describe() + "\n  --schema  the JSON Schema of one of "
                + List.of(Schemas.values()) + "\n";
    }

    /**
     * Writes the exports that were asked for, after it was checked that all of them can be written.
     *
     * @throws moirai.runs.RunException if that is not the directory of a run that ended
     */
    void write(Path run, PrintWriter out) {
        files().forEach((export, file) -> {
            try {
                WholeOutput.requireFilePlace(file);
            } catch (IllegalArgumentException refused) {
                throw new ParameterException(spec.commandLine(), option(export) + ": " + refused.getMessage());
            }
        });
        files().forEach((export, file) -> {
            String text = export.of(run);
            try {
                WholeOutput.file(file, writer -> writer.write(text));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            out.println("report: " + file);
        });
    }

    private static String option(Export export) {
        return switch (export) {
            case JUNIT -> "--junit";
            case MARKDOWN -> "--md";
            case SARIF -> "--sarif";
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
