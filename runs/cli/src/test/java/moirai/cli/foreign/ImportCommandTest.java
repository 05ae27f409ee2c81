package moirai.cli.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.files.HistoryReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportCommandTest {

    private static final String LISTS = """
            T0 s0 ok @1..9 p1..5=0 a1=7 r1=[7]
            T1 s1 fail:40001 @2..8 a1=8 r1=?
            T2 s1 info:08006 @9..20 p1..5=1 r1=[7] a2=-1
            T3 s2 ok @30..30 r2=[-1] r1=[7 8]
            """;

    private static final List<String> MODELS = List.of(
            LISTS,
            "T0 s0 ok w1=7 r2=nil\nT1 s1 ok r1=7 r2=?\n",
            "T0 s0 ok @1..2 e1=7 r1={3 7}\nT1 s1 fail @1..4 r1={}\n",
            "T0 s0 ok @1..2 i1=-7 c1=-7\nT1 s1 info @1..4 c1=0\n");

    @TempDir
    private Path directory;

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private List<String> left() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatAnotherCheckerWroteIsJudgedAlikeFromSegments(HistoryFormat format) {
        Path foreign = ForeignFiles.writeSkew(directory, format);
        Path segments = directory.resolve("made/segments");

        Cli.Ended made = run("history", "import", foreign.toString(), "-o", segments.toString());

        assertThat(made.err()).isEmpty();
        assertThat(made.code()).isZero();
        assertThat(made.out()).contains("2 transactions and 4 ops on 2 ", " written to " + segments);
        assertThat(run("check", segments.toString(), "--expect", "ser").code()).isEqualTo(1);
        assertThat(run("check", segments.toString(), "--expect", "si").code()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void everyModelIsTheSameAfterwards(int model) throws IOException {
        String notation = MODELS.get(model);
        Path text = file("h.txt", notation);
        Path segments = directory.resolve("segments");

        assertThat(run("history", "import", text.toString(), "-o", segments.toString())
                        .code())
                .isZero();

        History history = HistoryReader.read(segments).history();
        assertThat(HistoryNotation.format(history)).isEqualTo(HistoryNotation.format(HistoryNotation.parse(notation)));
        assertThat(run("check", segments.toString()).out())
                .isEqualTo(run("check", text.toString()).out().replace(text.toString(), segments.toString()));
    }

    /** Segments are a function of the columns, so equal bytes are equal histories. */
    @ParameterizedTest
    @CsvSource({"edn, 0", "jsonl, 0", "edn, 1", "jsonl, 1", "edn, 2", "jsonl, 2", "edn, 3", "jsonl, 3"})
    void segmentsAreTheSameAfterEachInterchangeFormat(String format, int model) throws IOException {
        Path text = file("h.txt", MODELS.get(model));
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        Path between = directory.resolve("history." + format);
        run("history", "import", text.toString(), "-o", first.toString());

        Cli.Ended written = run("history", "export", first.toString(), "--format", format, "-o", between.toString());
        Cli.Ended read = run("history", "import", between.toString(), "-o", second.toString());

        assertThat(written.code()).isZero();
        assertThat(read.err()).isEmpty();
        assertThat(read.code()).isZero();
        assertThat(second.resolve("w0000-000001.seg")).hasSameBinaryContentAs(first.resolve("w0000-000001.seg"));
        assertThat(run("check", second.toString()).out())
                .isEqualTo(run("check", first.toString()).out().replace(first.toString(), second.toString()));
    }

    @Test
    void damagedFileLeavesNothingBehind() throws IOException {
        Path file = file("h.txt", LISTS + "T9 s0\n");
        Path segments = directory.resolve("segments");

        Cli.Ended ended = run("history", "import", file.toString(), "-o", segments.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).startsWith("moirai: " + file + ":5: T9 where T4 comes next");
        assertThat(left()).containsExactly("h.txt");
    }

    @Test
    void whatIsThereIsNotOverwritten() throws IOException {
        Path file = file("h.txt", LISTS);
        Path taken = Files.createDirectory(directory.resolve("taken"));
        Files.writeString(taken.resolve("note"), "mine");

        Cli.Ended ended = run("history", "import", file.toString(), "-o", taken.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--out: " + taken + " exists already; expected a new or empty directory");
        assertThat(run("history", "import", file.toString(), "-o", file.toString())
                        .code())
                .isEqualTo(254);
        assertThat(left()).containsExactly("h.txt", "taken");
        assertThat(taken).isDirectoryContaining(path -> path.endsWith("note"));
    }

    @Test
    void emptyDirectoryIsFilled() throws IOException {
        Path file = file("h.txt", LISTS);
        Path empty = Files.createDirectory(directory.resolve("empty"));

        assertThat(run("history", "import", file.toString(), "-o", empty.toString())
                        .code())
                .isZero();
        assertThat(HistoryReader.read(empty).history().txnCount()).isEqualTo(4);
    }

    /** A copy of a torn history says that it is not whole, as the history did. */
    @Test
    void tornHistoryStaysIncomplete() throws IOException {
        Path file = file("h.txt", LISTS);
        Path segments = directory.resolve("segments");
        run("history", "import", file.toString(), "-o", segments.toString());
        Path segment = segments.resolve("w0000-000001.seg");
        byte[] whole = Files.readAllBytes(segment);
        Files.write(segment, java.util.Arrays.copyOf(whole, whole.length - 1));

        Cli.Ended ended = run(
                "history",
                "import",
                segments.toString(),
                "-o",
                directory.resolve("copy").toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.err()).startsWith("warning: " + segment + " at offset ");
        HistoryReader.Loaded copy = HistoryReader.read(directory.resolve("copy"));
        assertThat(copy.history().isComplete()).isFalse();
        assertThat(copy.warnings())
                .containsExactly(directory.resolve("copy") + ": a copy of a history of which transactions are missing");
    }

    @Test
    void exportThatFailsLeavesTheFileAsItWas() throws IOException {
        Path file = file("h.txt", "T0 s0 a1=1\nT1 s0 a2=0\n");
        Path kept = file("kept", "as it was");

        Cli.Ended ended = run("history", "export", file.toString(), "--format", "plume", "-o", kept.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(kept).hasContent("as it was");
        assertThat(left()).containsExactly("h.txt", "kept");
    }
}
