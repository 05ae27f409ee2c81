package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import moirai.history.keeping.Manifest;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are killed and go on at a PostgreSQL that stays. */
@Timeout(180)
class ResumeIT {

    private static final PostgresCluster SERVER = new PostgresCluster(PostgresOptions.forSessions(20));

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() {
        SERVER.start();
        Cli.Ended marked = Cli.with(Map.of("PW", SERVER.password()))
                .run("target", "mark", "--url", SERVER.url(), "--user", SERVER.user(), "--password", "env:PW");
        assertThat(marked.code()).as(marked.err()).isZero();
    }

    @AfterAll
    static void stopServer() {
        SERVER.close();
    }

    /** Runs in a process of its own until something is recorded, and kills that. */
    private Path killed() throws IOException, InterruptedException {
        return killedOnce(0);
    }

    /** Runs until something is recorded, and more transactions than these were dropped from the disk. */
    private Path killedOnce(long dropped, String... options) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(runOf("append"));
        // With longer transactions PostgreSQL 18 has a rare write skew at serializable.
        arguments.addAll(List.of("--max-txn-length", "1", "--time-limit", "1h"));
        arguments.addAll(List.of(options));
        return killedOnce(dropped, arguments);
    }

    private List<String> runOf(String workload) {
        return List.of(
                "run",
                "--workload",
                workload,
                "--url",
                SERVER.url(),
                "--user",
                SERVER.user(),
                "--password",
                "env:PW",
                "--allow-superuser",
                "--store",
                directory.toString());
    }

    private Path killedOnce(long dropped, List<String> arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Moirai.class.getName()));
        command.addAll(arguments);
        long before = recorded();
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("out").toFile());
        builder.environment().put("PW", SERVER.password());
        Process process = builder.start();
        try {
            while (recorded() < before + 100_000 || (dropped > 0 && dropped() < dropped)) {
                assertThat(process.waitFor(100, TimeUnit.MILLISECONDS))
                        .as(() -> String.valueOf(directory.resolve("out")))
                        .isFalse();
            }
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        return directory.resolve("latest").toRealPath();
    }

    private long recorded() throws IOException {
        Path history = directory.resolve("latest/history");
        if (!Files.isDirectory(history)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(history)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private long dropped() {
        return Manifest.of(directory.resolve("latest/history")).gone().txns();
    }

    private Cli.Ended resumed(Path run) {
        return Cli.with(Map.of("PW", SERVER.password()))
                .run("run", "--resume", run.toString(), "--password", "env:PW", "--time-limit", "3");
    }

    private static void onServer(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(SERVER.url(), SERVER.user(), SERVER.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    void keysOfBothPartsAreFinallyReadInTheSameTables() throws Exception {
        Path run = killed();

        Cli.Ended ended = resumed(run);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(ended.words())
                .contains("verdict: VALID", "on the tables of the part before: ended", "acknowledged appends are in");
        assertThat(ended.out()).doesNotContain("not read");
    }

    /** What was acknowledged in segments that are gone is in the note that says how they were judged. */
    @Test
    void keysWhoseSegmentsWereDroppedAreFinallyReadToo() throws Exception {
        Path run = killedOnce(1_000, "--keep", "1s,anomalies");

        Cli.Ended ended = resumed(run);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(ended.words()).contains("verdict: VALID", "the whole run was judged", "acknowledged appends are in");
        assertThat(ended.out()).doesNotContain("not read");
    }

    /** The first keys: nothing on the disk names them any more. */
    @Test
    void lossOfWhatWasDroppedFromTheDiskIsFound() throws Exception {
        Path run = killedOnce(1_000, "--keep", "1s,anomalies");
        onServer("DELETE FROM moirai_append0 WHERE id < 20");

        Cli.Ended ended = resumed(run);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        assertThat(ended.words()).contains("verdict: INVALID", "lost ", "acknowledged append");
    }

    /** Nobody was there when it was lost, and it is found all the same. */
    @Test
    void whatWasLostBetweenThePartsIsFound() throws Exception {
        Path run = killed();
        onServer("DELETE FROM moirai_append0 WHERE id < 20");

        Cli.Ended ended = resumed(run);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        assertThat(ended.words()).contains("verdict: INVALID", "lost ", "acknowledged append");
    }

    /** The tables of a part that ends go with it, and so nobody looks for its keys in those of the next one. */
    @Test
    void partThatHasEndedLosesNothingWithItsTables() throws Exception {
        var arguments = new ArrayList<>(runOf("append"));
        arguments.addAll(List.of("--max-txn-length", "1", "--time-limit", "1"));
        Cli.Ended first = Cli.with(Map.of("PW", SERVER.password())).run(arguments.toArray(String[]::new));
        assertThat(first.code()).as("%s%s", first.out(), first.err()).isZero();
        Path run = directory.resolve("latest").toRealPath();
        killedOnce(0, List.of("run", "--resume", run.toString(), "--password", "env:PW", "--time-limit", "1h"));

        Cli.Ended ended = resumed(run);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(2);
        assertThat(ended.words())
                .contains("verdict: UNKNOWN", "on the tables of the part before: ended")
                .contains("of parts of the run whose database ended before it was finally read")
                .contains("whose keys were finally read are in the final reads")
                .doesNotContain("broken ");
    }

    /** With its tables, what a part had acknowledged is out of sight. */
    @Test
    void tablesThatAreGoneLeaveAnUnknown() throws Exception {
        Path run = killed();
        onServer("DROP TABLE moirai_append0");

        Cli.Ended ended = resumed(run);

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(2);
        assertThat(ended.words()).contains("verdict: UNKNOWN", "its tables are not all there any more");
    }

    /** A part that was killed may lack a transfer, so nothing could be proven of the sums of both parts. */
    @Test
    void bankIsRefusedWithTheReason() throws Exception {
        var arguments = new ArrayList<>(runOf("bank"));
        arguments.addAll(List.of("--time-limit", "1h"));
        Path run = killedOnce(0, arguments);

        Cli.Ended ended = resumed(run);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("a bank is not gone on with", "a transfer may be missing in its record");
    }
}
