package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command line against a real PostgreSQL. */
@Timeout(120)
class PostgresIT {

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

    private Cli.Ended run(Map<String, String> environment, String... arguments) {
        var all = new ArrayList<>(List.of("run", "--store", directory.toString(), "--time-limit", "3"));
        all.addAll(List.of(arguments));
        return Cli.with(environment).run(all.toArray(String[]::new));
    }

    private Cli.Ended runOnServer(String... arguments) {
        var all = new ArrayList<>(List.of("--url", SERVER.url(), "--user", SERVER.user(), "--password", "${env:PW}"));
        all.add("--allow-superuser");
        all.addAll(List.of(arguments));
        return run(Map.of("PW", SERVER.password()), all.toArray(String[]::new));
    }

    @Test
    void repeatableReadIsNotSerializableButKeepsItsOwnPromise() {
        Cli.Ended ended = runOnServer("--isolation", "repeatable-read", "--expect", "serializable");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        assertThat(ended.words()).contains(" verdict: INVALID ", "G2-item ×", "not a bug of the database: ");
        assertThat(ended.out()).doesNotContain("DATABASE BUG", "lost-update", "G1", "G0", "G-single");
    }

    @Test
    void repeatableReadLetsPhantomsThroughAndKeepsSnapshots() {
        Cli.Ended ended = runOnServer("-w", "predicate", "--isolation", "repeatable-read", "--expect", "serializable");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        assertThat(ended.words()).contains("G2 ×", "write skew through a phantom", "not a bug of the database: ");
        assertThat(ended.out()).doesNotContain("DATABASE BUG", "lost-update", "G1", "G0", "G-single", "G-nonadjacent");
    }

    /**
     * Unprotected ranges would show within the first hundreds of transactions, as G2. Rows are inserted and updated
     * apart, with which the write skew of {@code KnownIssues} is rarest.
     */
    @Test
    void serializableKeepsPhantomsOut() {
        Cli.Ended ended =
                runOnServer("-w", "predicate", "--isolation", "serializable", "--list-write", "update-insert");

        validButForTheKnownIssue(ended);
    }

    private static void validButForTheKnownIssue(Cli.Ended ended) {
        if (ended.code() == 1 && ended.out().contains("\n  known    ")) {
            assertThat(ended.words()).contains(" verdict: INVALID · expected serializable · found G2-item");
            assertThat(ended.out()).doesNotContain("G2 ×");
        } else {
            assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
            assertThat(ended.out()).contains("\nverdict: VALID · expected serializable");
        }
    }

    /**
     * In about one of a hundred runs PostgreSQL 18 shows write skew even at serializable. That is a bug of PostgreSQL,
     * which others have reported as well (see {@code KnownIssues}), and this test is about Moirai: such a run must be
     * invalid, and named as what it is. Anything else fails.
     */
    @Test
    void serializableIsSerializableButForTheKnownIssueAndNoSecretIsKept() throws IOException {
        Cli.Ended ended = runOnServer();

        validButForTheKnownIssue(ended);
        assertThat(ended.out() + ended.err() + allFiles()).doesNotContain(SERVER.password());
    }

    private String allFiles() throws IOException {
        var text = new StringBuilder();
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return text.toString();
    }

    @Test
    void theExpectedLevelIsWhatTheDatabaseDocumentsForTheOneAskedFor() {
        Cli.Ended ended = runOnServer("--isolation", "read-committed");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(ended.out()).contains("\nverdict: VALID · expected read-committed");
    }

    @Test
    void aWrongPasswordEndsWith255AndTheCauseInOneLine() {
        Cli.Ended ended =
                run(Map.of("PW", "wrong"), "--url", SERVER.url(), "--user", SERVER.user(), "--password", "${env:PW}");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(255);
        assertThat(ended.err().strip().lines().toList().getLast()).contains("password authentication failed");
    }

    @Test
    void aDatabaseThatDoesNotExistEndsWith255AndItsName() {
        Cli.Ended ended = run(
                Map.of("PW", SERVER.password()),
                "--url",
                SERVER.url().replaceAll("/postgres$", "/nowhere"),
                "--user",
                SERVER.user(),
                "--password",
                "${env:PW}");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(255);
        assertThat(ended.err().strip().lines().toList().getLast()).contains("nowhere");
    }

    @Test
    void afterKillOfARunNoServerIsLeftAndWhatWasRecordedIsJudged() throws Exception {
        try (var child =
                ChildProcess.start(directory, "run", "--isolation", "repeatable-read", "--expect", "serializable")) {
            child.awaitRecorded(directory.resolve("store"), 100_000);
            List<ProcessHandle> servers = child.descendants();
            assertThat(servers).isNotEmpty();

            child.signal("KILL");

            assertThat(child.exitCode()).isEqualTo(137);
            for (ProcessHandle server : servers) {
                server.onExit().get(10, TimeUnit.SECONDS);
            }
        }
        Cli.Ended check =
                Cli.plain().run("check", "--store", directory.resolve("store").toString());
        assertThat(check.code()).isEqualTo(1);
        assertThat(check.out()).contains("\nverdict: INVALID ", "warning: ");
        assertThat(directory.resolve("store/latest/run.json")).doesNotExist();
    }
}
