package moirai.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import moirai.cli.Cli;
import moirai.formats.HistoryFormat;
import moirai.runs.store.HistorySource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the errors about files that are not of the format that was named. */
class ForeignInputErrorsTest {

    @TempDir
    private Path directory;

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    /** Nothing of it looks like a verdict, and one line says what is wrong. */
    private static void requireOneLine(Cli.Ended ended) {
        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err().lines()).hasSize(1);
        assertThat(ended.err()).startsWith("moirai: ").contains("expected ").doesNotContain("Exception", "\tat ");
    }

    static Stream<Arguments> wrongFormats() {
        return Stream.of(HistoryFormat.values())
                .flatMap(format -> HistorySource.formats().stream()
                        .filter(asked -> !asked.equals(format.label()))
                        .map(asked -> Arguments.of(format, asked)));
    }

    @ParameterizedTest
    @MethodSource("wrongFormats")
    void aWrongFormatIsToldWithTheRightOne(HistoryFormat format, String asked) {
        Path file = ForeignFiles.writeSkew(directory, format);

        for (String command : new String[] {"check", "explain"}) {
            Cli.Ended ended = run(command, file.toString(), "--format", asked);

            requireOneLine(ended);
            assertThat(ended.err())
                    .startsWith("moirai: --format " + asked + ": ")
                    .contains(file.toString())
                    .endsWith("; it looks like " + format.label() + "\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void notationIsNoneOfTheOtherFormats(HistoryFormat asked) throws IOException {
        Path file = Files.writeString(directory.resolve("h.txt"), "T0 s0 r1=nil w1=7\n");

        Cli.Ended ended = run("check", file.toString(), "--format", asked.label());

        requireOneLine(ended);
        assertThat(ended.err()).contains(file.toString()).endsWith("; it looks like moirai\n");
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatWasCutIsRefusedWithThePlace(HistoryFormat format) {
        Path file = ForeignFiles.cutWriteSkew(directory, format, 3);

        for (String option : new String[] {"", format.label()}) {
            Cli.Ended ended = option.isEmpty()
                    ? run("check", file.toString())
                    : run("check", file.toString(), "--format", option);

            requireOneLine(ended);
            assertThat(ended.err())
                    .containsPattern("(:\\d+(:\\d+)?|at offset \\d+): ")
                    .doesNotContain("it looks like");
        }
    }

    @Test
    void aFileThatIsNotThereIsTold() {
        Cli.Ended ended = run("check", directory.resolve("none").toString(), "--format", "plume");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .isEqualTo("moirai: " + directory.resolve("none") + ": cannot be read: there is no such file\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--format plum      | did you mean plume?                 | dbcop-json",
                "--format knossos   | 'knossos' is unknown | edn, json, plume, awdit, dbcop-json, dbcop, cobra",
                "--engine axiom     | did you mean axioms?                | auto, cycles, axioms",
                "--engine elle      | 'elle' is not an engine             | auto, cycles, axioms",
                "--assume linear    | 'linear' is not an assumption       | linearizable-keys",
                "--max-steps 0      | '0' is not a number of steps        | expected 1 to",
                "--max-steps many   | 'many' is not a number of steps     | expected 1 to",
                "--expect serialisable | did you mean serializable? | snapshot-isolation",
                "--total many       | Invalid value for option '--total': 'many' is not a sum | a whole number",
                "--total 1e9        | Invalid value for option '--total': '1e9' is not a sum | 9223372036854775807",
                "--min-committed=-3 | -3 is too few                       | expected 0 or more",
            })
    void wrongValuesOfOptionsAreToldBeforeAnythingIsJudged(String option, String wrong, String accepted) {
        Path file = ForeignFiles.writeSkew(directory, HistoryFormat.PLUME);
        String[] words = option.split(" ", -1);

        Cli.Ended ended = words.length == 1
                ? run("check", file.toString(), words[0])
                : run("check", file.toString(), words[0], words[1]);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains(wrong, accepted).endsWith("See: moirai check --help\n");
        assertThat(ended.err().lines()).hasSize(2);
    }

    /** And before it is read, so that nothing of it may be wrong. */
    @Test
    void aPlaceWhereNothingCanBeWrittenIsToldBeforeTheHistoryIsRead() throws IOException {
        Path damaged = Files.writeString(directory.resolve("h.txt"), "T9 s0\n");
        String missing = directory.resolve("none/h.edn").toString();
        String below = directory.resolve("h.txt/made/segments").toString();

        Cli.Ended noFolder = run("history", "export", damaged.toString(), "--format", "edn", "--out", missing);
        Cli.Ended folder = run("history", "export", damaged.toString(), "--format", "edn", "-o", directory.toString());
        Cli.Ended file = run("history", "import", damaged.toString(), "-o", below);

        assertThat(noFolder.err())
                .startsWith("moirai: --out: " + missing + " would be in " + directory.resolve("none")
                        + ", which is no folder; expected one that is there\n");
        assertThat(folder.err()).startsWith("moirai: --out: " + directory + " is a folder; expected a file\n");
        assertThat(file.err())
                .startsWith("moirai: --out: " + below + " would be in " + damaged
                        + ", which is no folder; expected one, or a new one\n");
        for (Cli.Ended ended : new Cli.Ended[] {noFolder, folder, file}) {
            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.out()).isEmpty();
        }
    }

    /** A pipe can be read once; what it looks like has to be seen before. */
    @Test
    void aPipeIsToldFromAFile() {
        Cli.Ended ended = run("check", "/dev/null");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("/dev/null: is a pipe or a device; expected a file or a folder");
    }

    @Test
    void aMarkOfTheEncodingIsNoPartOfNotation() throws IOException {
        Path file = Files.writeString(directory.resolve("h.txt"), "\ufeffT0 s0 r1=nil w1=7\n");

        assertThat(run("check", file.toString()).code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h.txt.gz", "h.txt"})
    void notationIsUnpackedAndOfACutOneNothingIsUsed(String name) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write("T0 s0 r1=[] a2=7\nT1 s1 r2=[] a1=8\n".getBytes(StandardCharsets.UTF_8));
        }
        Path file = Files.write(directory.resolve(name), packed.toByteArray());
        Cli.Ended skew = run("check", file.toString());
        Files.write(file, Arrays.copyOf(packed.toByteArray(), packed.size() - 5));
        Cli.Ended cut = run("check", file.toString(), "--accept-cut");

        assertThat(skew.code()).isEqualTo(1);
        assertThat(skew.out()).contains("verdict: INVALID · expected serializable · found G2-item ×1");
        requireOneLine(cut);
        assertThat(cut.err()).contains(name + ": is a truncated gzip file", "even with --accept-cut");
    }

    @ParameterizedTest
    @CsvSource({
        "T0 s0 a2=0,   T0 appends 0 of key 2",
        "T0 s0 r2=0,   T0 reads 0 of key 2",
        "T0 s0 r2=nil w2=0, T0",
    })
    void whatPlumeCannotSayIsNotExported(String text, String reason) throws IOException {
        Path file = Files.writeString(directory.resolve("h.txt"), text + "\n");

        Cli.Ended ended = run("history", "export", file.toString(), "--format", "plume");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).startsWith("moirai: --format plume: " + reason).contains("expected");
    }
}
