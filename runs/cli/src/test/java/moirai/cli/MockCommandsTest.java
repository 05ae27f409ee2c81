package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.wire.MockServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MockCommandsTest {

    @TempDir
    private Path directory;

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "mock                                     | a command is missing       | serve or program",
                "mock serv                                | did you mean serve?        | program",
                "mock serve --port 70000                  | --port: 70000              | 0 to 65535",
                "mock serve --isolation cusal             | did you mean causal?       | prefix",
                "mock serve --policy lucky                | 'lucky' is unknown         | latest-per-session",
                "mock serve --isolation pg-rc --policy stale | has no meaning at postgres-read | leave it out",
                "mock program voter --isolation pg-rc     | interleaves statements     | snapshot-isolation",
                "mock serve --schedule parallel           | 'parallel' is unknown      | serial",
                "mock serve --schedule lock-step          | lock-step needs to know    | --sessions NAME",
                "mock serve --sessions a,b                | a,b has a meaning with     | the schedule is interleaved",
                "mock serve --schedule lock-step --sessions a,,b | 'a,,b' has an empty name | names with a comma",
                "mock serve --seed hello                  | 'hello' is not a seed      | hexadecimal",
                "mock serve --init no/such.sql            | --init: cannot read        | no/such.sql",
                "mock program bank                        | 'bank' is not a program    | smallbank",
                "mock program voter --isolation snapshot  | --isolation: 'snapshot'    | snapshot-isolation",
                "mock program voter --runs 0              | at least one run           | not 0",
                "mock program voter --url jdbc:mysql://h  | --url: 'jdbc:mysql://h'    | jdbc:postgresql:",
                "mock serve --port 0 --history no/dir.txt | --history: cannot write    | no/dir.txt",
                "run --db mock:cusal                      | --db mock: 'cusal'         | did you mean causal?",
            })
    void badArgumentsEndWith254AndSayWhatWouldBeAccepted(String command, String names, String accepts) {
        Cli.Ended ended = run(command.split(" ", -1));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(names).contains(accepts);
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
    }

    @Test
    void aProgramThatBreaksAtAWeakLevelEndsWithOne() {
        Cli.Ended weak = run("mock", "program", "smallbank", "--isolation", "rc", "--runs", "5", "--seed", "1");
        Cli.Ended strict = run("mock", "program", "smallbank", "--isolation", "strict", "--runs", "5", "--seed", "1");

        assertThat(weak.code()).isEqualTo(1);
        assertThat(weak.out()).startsWith("seed 1\n").endsWith("seed 1\n").contains("A13");
        assertThat(strict.code()).isZero();
    }

    @Test
    void aServerThatWasNotUsedSaysHowToReachItAndEndsWithZero() throws IOException {
        Path schema = Files.writeString(
                directory.resolve("schema.sql"), "CREATE TABLE t (id integer PRIMARY KEY); INSERT INTO t VALUES (1);");

        Cli.Ended ended = run("mock", "serve", "--port", "0", "--time-limit", "1ms", "--init", schema.toString());

        assertThat(ended.err()).isEmpty();
        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("mock store · causal · policy uniform")
                .containsPattern("jdbc:postgresql://127\\.0\\.0\\.1:[0-9]+/moirai")
                .contains("no transaction began");
    }

    @Test
    void aServerAtTheLevelOfAProductSaysSo() {
        Cli.Ended ended =
                run("mock", "serve", "--port", "0", "--time-limit", "1ms", "--isolation", "postgres-read-committed");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("mock store · postgres-read-committed · interleaved")
                .contains("checked at postgres-read-committed");
    }

    @Test
    void aScriptThatFailsNamesItsStatement() throws IOException {
        Path schema =
                Files.writeString(directory.resolve("schema.sql"), "CREATE TABLE t (id integer); SELECT x FROM t;");

        Cli.Ended ended = run("mock", "serve", "--port", "0", "--init", schema.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("schema.sql").contains("42703").contains("SELECT x FROM t");
    }

    /** It speaks the protocol, and lacks what keeps a run to its own tables. */
    @ParameterizedTest
    @ValueSource(strings = {"run", "mock program voter", "target mark --take-over", "target release --take-over"})
    void aMockStoreAtAUrlIsRefusedInALine(String command) {
        var store = new MockStore(StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(1)));
        try (MockServer server = MockServer.start(new SqlDatabase(store), 0)) {
            String at = command + " --user moirai --url jdbc:postgresql://127.0.0.1:" + server.port() + "/moirai";

            Cli.Ended ended = run(at.split(" ", -1));

            assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(253);
            assertThat(ended.err())
                    .isEqualTo("moirai: refused: the server is a mock store of Moirai's, which keeps neither a mark nor"
                            + " the tables of a run: moirai run --db mock\n");
        }
    }

    @Test
    void aPortThatIsTakenIsRefused() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli.Ended ended = run("mock", "serve", "--port", String.valueOf(taken.getLocalPort()));

            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.err()).contains("--port: ").contains("expected one that is free");
        }
    }

    /** The server that has the port may be the one that the file is for. */
    @Test
    void aServerThatDoesNotStartLeavesTheHistoryOfAnotherAlone() throws IOException {
        Path history = Files.writeString(directory.resolve("history.txt"), "w(1,1,0,0)\n");
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Cli.Ended ended = run(
                    "mock", "serve", "--port", String.valueOf(taken.getLocalPort()), "--history", history.toString());

            assertThat(ended.code()).isEqualTo(254);
            assertThat(history).hasContent("w(1,1,0,0)");
        }
    }
}
