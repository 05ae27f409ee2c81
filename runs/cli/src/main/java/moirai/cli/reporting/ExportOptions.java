package moirai.cli.reporting;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.cli.options.TypedCommand;
import moirai.runs.export.Export;
import moirai.runs.export.Schemas;
import moirai.runs.files.WholeOutput;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that export a run for other programs. The exports are made from the run's results, not from its history.
 */
final class ExportOptions {

    @Mixin
    private TypedCommand command = new TypedCommand();

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
            description = "Prints the JSON Schema of run(.json), results(.json), case(.json) or anomaly instead.")
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
    void write(Path run, PrintWriter out) throws IOException {
        files().forEach((export, file) -> command.require(option(export), () -> WholeOutput.requireFilePlace(file)));
        for (var each : files().entrySet()) {
            String text = each.getKey().of(run);
            WholeOutput.file(each.getValue(), writer -> writer.write(text));
            out.println("report: " + each.getValue());
        }
    }

    private static String option(Export export) {
        return switch (export) {
            case JUNIT -> "--junit: ";
            case MARKDOWN -> "--md: ";
            case SARIF -> "--sarif: ";
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
