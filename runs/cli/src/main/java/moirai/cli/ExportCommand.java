package moirai.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.history.export.EdnExport;
import moirai.history.export.JsonLinesExport;
import moirai.history.files.HistoryReader;
import moirai.runs.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai history export}. */
@Command(
        name = "export",
        description = "Writes a history in the format of Jepsen, or as JSON lines.",
        sortOptions = false,
        footer = "Example: moirai history export latest --format edn -o history.edn")
final class ExportCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Option(names = "--format", paramLabel = "FORMAT", required = true, description = "edn or jsonl.")
    private String format = "";

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Default: standard output.")
    private String file = "";

    @Override
    public Integer call() {
        String known = known(format);
        HistoryReader.Loaded loaded = argument.load();
        loaded.warnings().forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
        try {
            if (file.isEmpty()) {
                write(loaded, known, spec.commandLine().getOut());
            } else {
                try (Writer out = Files.newBufferedWriter(Path.of(file))) {
                    write(loaded, known, out);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return ExitCode.VALID.code();
    }

    private String known(String asked) {
        try {
            return Values.known("--format", asked, List.of("edn", "jsonl"));
        } catch (IllegalArgumentException unknown) {
            throw new ParameterException(spec.commandLine(), String.valueOf(unknown.getMessage()));
        }
    }

    private static void write(HistoryReader.Loaded loaded, String format, Writer out) throws IOException {
        if (format.equals("edn")) {
            EdnExport.write(loaded.history(), out);
        } else {
            JsonLinesExport.write(loaded.history(), out);
        }
    }
}
