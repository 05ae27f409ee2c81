package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The files that workloads of Jepsen write, and how they are read; {@code -Dgolden.update=true} writes the latter anew.
 */
class JepsenFormsGoldenTest {

    private static final Path SAMPLES = Path.of("src", "test", "resources", "samples", "jepsen");

    @TempDir
    private Path folder;

    static List<String> samples() throws IOException {
        try (Stream<Path> files = Files.list(SAMPLES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".txt"))
                    .sorted()
                    .toList();
        }
    }

    private static String understood(Path file) {
        History history = HistoryFormat.detect(file).read(file);
        return "# " + history.dataModel().plural() + "\n" + HistoryNotation.format(history)
                + labels("key", history.labels().keys().entrySet().toString())
                + labels("value", history.labels().values().entrySet().toString());
    }

    private static String labels(String kind, String all) {
        return all.equals("[]") ? "" : "# " + kind + " " + all + "\n";
    }

    @ParameterizedTest
    @MethodSource("samples")
    void formIsUnderstood(String sample) throws IOException {
        Path golden = SAMPLES.resolve(sample.replaceAll("\\.\\w+$", ".txt"));
        String text = understood(SAMPLES.resolve(sample));
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, text);
        }

        assertThat(text).isEqualTo(Files.readString(golden));
    }

    /** The file gives the same as records, in a vector or not, without optional blanks, and with other line ends. */
    @ParameterizedTest
    @MethodSource("samples")
    void shapeOfTheFileChangesNothing(String sample) throws IOException {
        String text = Files.readString(SAMPLES.resolve(sample));
        List<String> shapes = sample.endsWith(".json")
                ? List.of(text.replace("\n", "\r\n"), text.replaceAll("(?m)^\\[|[,\\]]$", ""))
                : List.of(
                        text.replace("\n", "\r\n"),
                        "[" + text.replaceAll("^\\[|]\\s*$", "") + "\n]",
                        text.replaceAll("^\\[|]\\s*$", "").replaceAll("(?m)^ *(#jepsen.history.Op)?\\{", "{"),
                        text.replaceAll("^\\[|]\\s*$", "").replaceAll("(?m)^\\{", "#jepsen.history.Op{"));
        String expected = understood(SAMPLES.resolve(sample));

        assertThat(shapes)
                .allSatisfy(
                        shape -> assertThat(understood(file(shape))).as(shape).isEqualTo(expected));
    }

    private Path file(String text) {
        try {
            return Files.writeString(folder.resolve("h"), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
