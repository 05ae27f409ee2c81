package moirai.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.runs.emission.CaseFiles;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run, an exploration and an analysis each leave a case, and each case goes the same way through all commands. */
class EveryKindOfCaseTest {

    @TempDir
    private Path directory;

    /** The origins of cases, with what is expected of each. */
    enum Kind {
        HISTORY("G2-item: write skew", "shrunk     G2-item", "none       the whole run", "left out   anomaly 1"),
        EXPLORED("broken-assertion: A13", "2 of 2 calls are left", "mock store at causal", "left out   anomaly 1"),
        PREDICTED("cycle: sell, sell", "each call is on the cycle", "replayed   mock store", "written    ");

        private final String explained;
        private final String shrunk;
        private final String replayed;
        private final String emitted;

        Kind(String explained, String shrunk, String replayed, String emitted) {
            this.explained = explained;
            this.shrunk = shrunk;
            this.replayed = replayed;
            this.emitted = emitted;
        }

        private Cli.Ended find(String store) {
            return switch (this) {
                case HISTORY ->
                    Cli.plain()
                            .run("run", "--db=memory:write-skew", "--txn-count=20000", "--seed=2a", "--store", store);
                case EXPLORED -> Cli.plain().run("explore", "bank-transfer", "--level", "causal", "--store", store);
                case PREDICTED ->
                    Cli.plain()
                            .run(
                                    "schedule",
                                    "analyze",
                                    "../programs/src/main/java/moirai/programs/shop",
                                    "--level",
                                    "RC",
                                    "--store",
                                    store);
            };
        }
    }

    private Path found(Kind kind) throws IOException {
        Path store = directory.resolve("store");
        assertThat(kind.find(store.toString()).code()).isEqualTo(1);
        String shape = kind == Kind.HISTORY ? "rw-rw" : "";
        try (Stream<Path> files = Files.walk(store)) {
            return files.filter(file -> file.endsWith(CaseFiles.CASE))
                    .map(Path::getParent)
                    .filter(folder -> folder.toString().endsWith(shape))
                    .min(Path::compareTo)
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCaseIsExplainedShrunkReplayedKeptAndReported(Kind kind) throws IOException {
        Path folder = found(kind);
        String name = String.valueOf(folder.getFileName());
        assertThat(folder.resolve("case.txt")).content().contains(kind.explained);

        Cli.Ended explained = Cli.plain().run("explain", folder.toString());
        assertThat(explained.out()).contains(kind.explained, "case       " + name);
        assertThat(explained.code()).isZero();

        Path smallest = directory.resolve("smallest.json");
        Cli.Ended shrunk = Cli.plain().run("shrink", folder.toString(), "-o", smallest.toString());
        assertThat(shrunk.out()).contains(kind.shrunk, "minimal    ", "written    " + smallest);
        assertThat(shrunk.code()).isZero();

        Cli.Ended replayed = Cli.plain().run("replay", smallest.toString());
        assertThat(replayed.out())
                .contains("case       " + name, "found on   ", kind.replayed, "SHOWN ", "kept       in " + smallest);
        assertThat(replayed.code()).isEqualTo(1);
        assertThat(Cli.plain().run("explain", smallest.toString()).out()).contains("replayed   shown ");

        assertKept(smallest, name);
        assertReported(smallest, name);
        assertThat(Cli.plain()
                        .run(
                                "schedule",
                                "emit",
                                folder.toString(),
                                "--junit",
                                directory.resolve("ATest.java").toString())
                        .out())
                .startsWith(kind.emitted);
    }

    private void assertKept(Path file, String name) {
        String corpus = directory.resolve("corpus").toString();
        assertThat(Cli.plain()
                        .run("corpus", "--corpus", corpus, "add", file.toString())
                        .out())
                .isEqualTo("added      " + Path.of(corpus).resolve(name) + "\n");
        assertThat(Cli.plain().run("corpus", "--corpus", corpus, "list").out()).startsWith("kept       " + name + ": ");
        Cli.Ended run = Cli.plain().run("corpus", "--corpus", corpus, "run");
        assertThat(run.out()).startsWith(name + ": SHOWN ");
        assertThat(run.code()).isEqualTo(1);
    }

    private void assertReported(Path file, String name) {
        Cli.Ended ended = Cli.plain()
                .run(
                        "report",
                        file.toString(),
                        "--html=" + directory.resolve("case.html"),
                        "--junit",
                        directory.resolve("case.xml").toString(),
                        "--md",
                        directory.resolve("case.md").toString(),
                        "--sarif",
                        directory.resolve("case.sarif").toString());
        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(directory.resolve("case.html")).content().contains("</html>");
        assertThat(directory.resolve("case.xml")).content().contains("failures=\"1\"", name);
        assertThat(directory.resolve("case.md")).content().contains("| case | ", "| replayed | shown ");
        assertThat(directory.resolve("case.sarif")).content().contains(name);
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPLORED", "PREDICTED"})
    void whatACaseWithoutAHistoryCannotBeAskedIsRefusedWithTheReason(Kind kind) throws IOException {
        String folder = found(kind).toString();
        String corpus = directory.resolve("corpus").toString();
        Cli.plain().run("corpus", "--corpus", corpus, "add", folder);

        assertRefused("which has no history: expected a case of a run", "check", folder);
        assertRefused("which has no history: expected a case of a run", "explain", folder, "--dot");
        assertRefused("--execute: ", "shrink", folder, "--execute");
        assertRefused("--control: ", "replay", folder, "--control", "gates");
        assertRefused("a run of a database executes none", "corpus", "--corpus", corpus, "promote", "");
    }

    private static void assertRefused(String message, String... arguments) {
        Cli.Ended ended = Cli.plain().run(arguments);

        assertThat(ended.err()).contains(message);
        assertThat(ended.code()).isEqualTo(254);
    }
}
