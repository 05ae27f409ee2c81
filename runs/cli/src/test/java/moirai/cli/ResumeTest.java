package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.files.HistoryReader;
import moirai.runs.store.RunDirectory;
import moirai.runs.store.RunLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResumeTest {

    @TempDir
    private Path directory;

    private Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    private Path first(String... options) throws IOException {
        String[] arguments = Stream.concat(
                        Stream.of("run", "--db", "memory", "--txn-count", "500", "--store", directory.toString()),
                        Stream.of(options))
                .toArray(String[]::new);
        assertThat(run(arguments).code()).isZero();
        try (Stream<Path> runs = Files.list(directory.resolve("memory-" + workload(options)))) {
            return runs.filter(path -> !Files.isSymbolicLink(path)).findFirst().orElseThrow();
        }
    }

    private static String workload(String... options) {
        int option = List.of(options).indexOf("-w");
        return option < 0 ? "append" : options[option + 1];
    }

    /** Each part has keys of its own, so what is gone with the simulated database is not missed. */
    @ParameterizedTest
    @ValueSource(strings = {"register", "set", "counter"})
    void runOfAnotherWorkloadGoesOn(String workload) throws IOException {
        Path run = first("-w", workload);

        Cli.Ended ended = run("run", "--resume", run.toString(), "--txn-count", "300");

        assertThat(ended.code()).as(ended.out()).isZero();
        assertThat(HistoryReader.read(run).history().txnCount()).isEqualTo(800);
    }

    @Test
    void bankIsRefusedWithTheReason() throws IOException {
        Cli.Ended ended = run("run", "--resume", first("-w", "bank").toString(), "--txn-count", "300");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("a bank is not gone on with: if it was stopped, its accounts are gone");
    }

    @Test
    void runGoesOnAndTheVerdictSpansBothParts() throws IOException {
        Path run = first();
        int before = HistoryReader.read(run).history().txnCount();

        Cli.Ended ended = run("run", "--resume", run.toString(), "--txn-count", "300");

        assertThat(ended.code()).isZero();
        assertThat(ended.words())
                .contains("part 2 of ", "500 transactions recorded before", "part 2 from ", "on a new database: ended");
        assertThat(ended.out().lines().filter(line -> line.contains("recorded before")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        HistoryReader.Loaded whole = HistoryReader.read(run);
        assertThat(before).isEqualTo(500);
        assertThat(whole.history().txnCount()).isEqualTo(800);
        assertThat(whole.warnings()).isEmpty();
        assertThat(Files.readString(run.resolve("run.json"))).contains("\"number\" : 2");
        assertThat(Instant.EPOCH).isEqualTo(whole.history().header().started());
    }

    @Test
    void partsOfOneRunAreTheSameEachTime() throws IOException {
        Path run = first("--seed", "7");
        run("run", "--resume", run.toString(), "--txn-count", "300");
        var once = HistoryReader.read(run).history();
        Path again = Files.createDirectories(directory.resolve("again"));
        run("run", "--db", "memory", "--txn-count", "500", "--seed", "7", "--store", again.toString());
        run("run", "--resume", again.resolve("latest").toString(), "--txn-count", "300");

        var twice = HistoryReader.read(again.resolve("latest")).history();

        assertThat(twice.txnCount()).isEqualTo(once.txnCount());
        for (int txn = 0; txn < once.txnCount(); txn++) {
            assertThat(twice.txn(txn)).isEqualTo(once.txn(txn));
        }
    }

    @Test
    void optionsThatChangeWhatIsTestedAreRefusedByName() throws IOException {
        Path run = first();

        Cli.Ended ended = run("run", "--resume", run.toString(), "--concurrency", "3");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--resume: the run goes on with its own settings, and --concurrency would change");
    }

    @Test
    void anAddressThatWasNotKeptWholeHasToBeGivenAgain() throws IOException {
        Cli.Ended told = run(
                "run",
                "--db",
                "memory",
                "--txn-count",
                "500",
                "--on-anomaly-url",
                "http://127.0.0.1:1/secret",
                "--store",
                directory.toString());
        assertThat(told.code()).isZero();

        Cli.Ended ended = run("run", "--resume", directory.resolve("latest").toString(), "--txn-count", "500");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--resume: the run told http://127.0.0.1:1/… of what it found")
                .contains("expected --on-anomaly-url again");
    }

    @Test
    void runThatHasUsedUpItsTransactionsAsksForMore() throws IOException {
        Cli.Ended ended = run("run", "--resume", first().toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("has used up its 500 transactions; expected --txn-count");
    }

    /** It went on by itself, with all of its stages once more. */
    @Test
    void runThatHasUsedUpItsStagesAsksForMore() {
        String[] stages = {"--stages", "500ms:100/s,500ms:200/s"};
        Cli.Ended first = run(Stream.concat(
                        Stream.of(
                                "run", "--db", "h2", "--isolation", "read-committed", "--store", directory.toString()),
                        Stream.of(stages))
                .toArray(String[]::new));
        assertThat(first.out()).as(first.err()).contains("verdict: ");

        Cli.Ended ended = run("run", "--resume", directory.resolve("latest").toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("has used up its time of 1.0 s; expected --time-limit");
    }

    @Test
    void runThatIsStillRecordedIsRefused() throws IOException {
        Path run = first();
        try (RunLock lock = RunLock.of(new RunDirectory(run))) {
            assertThat(lock).isNotNull();

            Cli.Ended ended = run("run", "--resume", run.toString(), "--txn-count", "300");

            assertThat(ended.code()).isEqualTo(253);
            assertThat(ended.err()).contains("is still being recorded");
        }
    }

    @Test
    void whatIsNoRunIsRefused() throws IOException {
        assertThat(run("run", "--resume", directory.resolve("none").toString()).code())
                .isEqualTo(254);
        assertThat(run("run", "--resume", directory.toString()).err()).contains("neither plan.json nor run.json");
    }
}
