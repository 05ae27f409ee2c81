package moirai.cli.reporting;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.export.Export;
import moirai.runs.export.Schemas;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options of {@code report} for other programs: the files, and their schemas.
 */
final class ExportOptions {

    @Mixin
    private ExportFiles files = new ExportFiles();

    @Option(
            names = "--schema",
            paramLabel = "NAME",
            converter = OfSchema.class,
            description = "Prints the JSON Schema of run(.json), results, case, anomaly, night or campaign instead.")
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
        return files.isAsked();
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
        files.require();
        files.write(run, out);
    }
}
