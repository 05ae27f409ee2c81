package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signals to a real process. */
@Timeout(60)
class SignalsIT {

    private static final long SOME_BYTES = 200_000;
    /** Enough that their import takes many of the steps in which it is looked at. */
    private static final int LARGE_TXNS = 300_000;

    @TempDir
    private Path directory;

    private ChildProcess start(String database) throws IOException {
        return ChildProcess.start(
                directory, "run", "--db", database, "--txn-count", "1000000000", "--time-limit", "1h", "--seed", "5");
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalEndsTheRunWhichIsThenCheckedAndReported(String signal, int code) throws Exception {
        assumeTrue(ChildProcess.isDelivered(signal), "skipped: needs a shell that lets its jobs have SIGINT");
        try (var child = start("memory")) {
            child.awaitRecorded(directory.resolve("store"), SOME_BYTES);
            child.signal(signal);

            assertThat(child.exitCode()).isEqualTo(code);
            assertThat(child.output())
                    .contains("stopping: ", "\nverdict: VALID ")
                    .endsWith("seed 5\n");
            assertThat(directory.resolve("store/latest/run.json")).exists();
        }
    }

    @Test
    void anAnomalyOutweighsTheSignal() throws Exception {
        try (var child = start("memory:lost-update")) {
            child.awaitRecorded(directory.resolve("store"), SOME_BYTES);
            child.signal("TERM");

            assertThat(child.exitCode()).isEqualTo(1);
            assertThat(child.output()).contains("\nverdict: INVALID ");
        }
    }

    /** Ctrl-C where a launcher passes it on: the terminal interrupts both, and the launcher asks the other to end. */
    @Test
    void twoSignalsOfDifferentKindsAreOneWishToStop() throws Exception {
        assumeTrue(ChildProcess.isDelivered("INT"), "skipped: needs a shell that lets its jobs have SIGINT");
        try (var child = start("memory")) {
            child.awaitRecorded(directory.resolve("store"), SOME_BYTES);
            child.signal("INT");
            child.signal("TERM");

            assertThat(child.exitCode()).isEqualTo(130);
            assertThat(child.output()).containsOnlyOnce("stopping: ").contains("\nverdict: VALID ");
        }
    }

    /** An import that was interrupted leaves no history that a command reads, and the next import succeeds. */
    @Test
    void aKilledImportLeavesNoHistory() throws Exception {
        Path file = largeHistory();
        Path made = directory.resolve("made");
        String[] arguments = {"history", "import", file.toString(), "-o", made.toString()};
        try (var child = ChildProcess.start(directory, arguments)) {
            child.awaitRecorded(directory, 1);
            child.signal("KILL");

            assertThat(child.exitCode()).isEqualTo(137);
        }
        assertThat(made).doesNotExist();
        Path part = onlyPart();
        assertThat(part).isNotEmptyDirectory();
        Path segment = part.resolve("w0000-000001.seg");
        for (Path left : new Path[] {part, segment}) {
            Cli.Ended ended = Cli.plain().run("check", left.toString());
            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).startsWith("moirai: " + left + ": is what an import left that was killed; ");
        }

        assertThat(Cli.plain().run(arguments).code()).isZero();
        assertThat(Cli.plain().run("check", made.toString()).code()).isZero();
    }

    private Path onlyPart() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> parts =
                    files.filter(file -> file.toString().endsWith(".part")).toList();
            assertThat(parts).hasSize(1);
            return parts.getFirst();
        }
    }

    private Path largeHistory() throws IOException {
        Path file = directory.resolve("history.edn");
        try (var out = Files.newBufferedWriter(file)) {
            for (int txn = 0; txn < LARGE_TXNS; txn++) {
                out.write("{:type :ok, :process " + txn % 10 + ", :value [[:append " + txn / 30 + " " + txn + "]]}\n");
            }
        }
        return file;
    }

    @Test
    void aServerEndsWithTheCodeOfItsCheckAndNoWarning() throws Exception {
        try (var child = ChildProcess.start(directory, "mock", "serve", "--port", "0", "--seed", "5")) {
            child.awaitOutput("  end ");
            child.signal("TERM");

            assertThat(child.exitCode()).isZero();
            assertThat(child.output())
                    .contains("stopping: ")
                    .endsWith("seed 5\n")
                    .doesNotContain("WARNING");
        }
    }
}
