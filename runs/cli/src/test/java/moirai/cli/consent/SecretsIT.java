package moirai.cli.consent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A password that nothing else looks like, over a server that asks for it: where does it turn up? */
@Timeout(120)
class SecretsIT {

    private static final Map<String, String> ENVIRONMENT =
            Map.of("SECRET", TestedServer.PASSWORD, "MOIRAI_OWNER", "ann", "MOIRAI_WRONG", TestedServer.PASSWORD + "x");

    @SuppressWarnings("NullAway.Init")
    private static TestedServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startServer() throws SQLException {
        server = new TestedServer("app", "closed", "taken");
        server.execute("taken", "CREATE TABLE moirai_append0 (id INT)");
        server.execute("closed", "REVOKE CREATE ON SCHEMA public FROM PUBLIC, " + TestedServer.USER);
        server.execute("closed", "ALTER DATABASE closed OWNER TO postgres");
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    private static String[] at(String password, String database, String... command) {
        var all = new ArrayList<>(List.of(command));
        all.addAll(List.of("--url", server.url(database), "--user", TestedServer.USER, "--password", password));
        return all.toArray(String[]::new);
    }

    private int ended(String password, String database, String... command) {
        Cli.Ended ended = Cli.with(ENVIRONMENT).run(at(password, database, command));
        assertThat(ended.out() + ended.err()).doesNotContain(TestedServer.PASSWORD);
        return ended.code();
    }

    private int run(String password, String database) {
        String store = directory.resolve("store").toString();
        return ended(password, database, "run", "--store", store, "--time-limit", "1", "--isolation", "read-committed");
    }

    private void assertNowhere() throws IOException {
        int looked = 0;
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                assertThat(bytes.contains(TestedServer.PASSWORD))
                        .as("in %s", file)
                        .isFalse();
                looked++;
            }
        }
        assertThat(looked).as("files").isPositive();
    }

    @Test
    void aRunThatEndsWellKeepsNoPassword() throws IOException {
        assertThat(ended("env:SECRET", "app", "target", "mark")).isZero();

        assertThat(run("env:SECRET", "app")).isZero();

        assertThat(directory.resolve("store/latest/run.json")).exists();
        assertNowhere();
    }

    /** At the first connection; and after it was let in, with all that a failed run keeps. */
    @Test
    void aRunThatFailsKeepsNoPassword() throws Exception {
        assertThat(run("env:MOIRAI_WRONG", "app")).isEqualTo(255);
        assertThat(run("env:SECRET", "nowhere")).isEqualTo(255);
        assertThat(ended("env:SECRET", "closed", "target", "mark")).isEqualTo(255);

        assertThat(ended("env:SECRET", "taken", "target", "mark")).isZero();
        assertThat(run("env:SECRET", "taken")).isEqualTo(255);

        assertThat(directory.resolve("store")).isDirectoryRecursivelyContaining("glob:**run.log");
        assertNowhere();
    }

    @Test
    void aRunThatIsKilledKeepsNoPasswordAndShowsNone() throws Exception {
        assertThat(ended("env:SECRET", "app", "target", "mark")).isZero();
        try (var child = ChildProcess.start(directory, ENVIRONMENT, at("env:SECRET", "app", "run"))) {
            child.awaitRecorded(directory.resolve("store"), 10_000);
            Path commandLine = Path.of("/proc/" + child.pid() + "/cmdline");
            if (Files.exists(commandLine)) {
                assertThat(Files.readString(commandLine)).contains("env:SECRET").doesNotContain(TestedServer.PASSWORD);
            }

            child.signal("KILL");

            assertThat(child.exitCode()).isEqualTo(137);
            assertThat(child.output()).doesNotContain(TestedServer.PASSWORD);
        }
        assertThat(directory.resolve("store/latest/run.log")).exists();
        assertNowhere();
    }
}
