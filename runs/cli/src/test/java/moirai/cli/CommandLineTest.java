package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {

    private static final String WRITE_SKEW = """
            T0 s0 r1=[] a2=7
            T1 s1 r2=[] a1=8
            """;

    @TempDir
    private Path directory;

    private Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    private Cli.Ended runInStore(String... arguments) {
        return run(inStore(arguments));
    }

    private String[] inStore(String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("--store", directory.toString()))
                .toArray(String[]::new);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    @Test
    void anHonestDatabaseEndsWithZero() {
        Cli.Ended ended = runInStore("run", "--db", "memory", "--txn-count", "2000");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("\nverdict: VALID · expected strict-serializable");
    }

    @Test
    void aForbiddenAnomalyEndsWithOne() {
        Cli.Ended ended = runInStore("run", "--db", "memory:lost-update");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("\nverdict: INVALID ").contains("lost-update ×");
    }

    @Test
    void anAnomalyThatTheExpectedLevelAllowsEndsWithZero() {
        Cli.Ended ended = runInStore("run", "--db", "memory:write-skew", "--expect", "snapshot-isolation");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("found    G2-item ×");
    }

    @Test
    void aSearchThatWasCutShortEndsWithTwo() {
        Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
        doubts.put(Phenomenon.G0, "cut short");
        Cli doubtful = Cli.with(history -> new Findings(1, 1, Map.of(), List.of(), Map.of(), doubts));

        Cli.Ended ended = doubtful.run(inStore("run", "--db", "memory", "--txn-count", "500"));

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).contains("\nverdict: UNKNOWN ");
    }

    @Test
    void tooFewCommittedTransactionsEndWithThree() {
        Cli.Ended ended = runInStore("run", "--db", "memory", "--txn-count", "50");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).contains("\nverdict: INSUFFICIENT EVIDENCE ");
    }

    @Test
    void aSingleSessionEndsWithThreeBecauseNothingRanAtTheSameTime() {
        Cli.Ended ended = runInStore("run", "--db", "memory", "--txn-count", "500", "--concurrency", "1");

        assertThat(ended.code()).isEqualTo(3);
    }

    @Test
    void aDatabaseThatDoesNotListenEndsWith255AndOneLine() {
        Cli.Ended ended = runInStore(
                "run", "--url", "jdbc:postgresql://127.0.0.1:1/moirai", "--user", "nobody", "--time-limit", "1");

        assertThat(ended.code()).isEqualTo(255);
        assertThat(ended.err()).contains("127.0.0.1:1").doesNotContain("\tat ");
        assertThat(ended.err().lines().filter(line -> line.startsWith("moirai: ")))
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "frobnicate                                | 'frobnicate' is not a command | run",
                "rum                                       | did you mean run?             | explain",
                "rnu                                       | did you mean run?             | explain",
                "run --isolaton serializable               | '--isolaton' is not an option | did you mean --isolation?",
                "run --db oracle                           | 'oracle' is unknown           | postgres, patroni",
                "run --db memory:lost-updat                | did you mean lost-update?     | write-skew",
                "run --db memory --isolation serialisable  | did you mean                  | snapshot-isolation",
                "run --db mock:causl                       | did you mean causal?          | read-committed",
                "run --db mock --isolation repeatable-read | 'repeatable-read' is unknown  | snapshot-isolation",
                "run --db mock:causal --isolation prefix   | two levels                    | leave one out",
                "run --db postgres:10                      | '10' is unknown               | 9",
                "run --db patroni:9                        | '9' is unknown                | 5",
                "run --db patroni --server-setting ttl=5   | ttl of Patroni cannot be '5'  | from 20 to 3600",
                "run --db postgres:3 --server-version 14    | '14' is no version            | 15 at least",
                "run --db mariadb --server-version 17       | --server-version              | --db postgres[:N]",
                "run --db postgres:3 --upgrade-to 19.0      | --upgrade-to needs the fault  | --nemesis upgrade",
                "run --db postgres:3 --nemesis upgrade      | 'upgrade' needs servers       | --upgrade-to",
                "run --nemesis upgrade --upgrade-to 18      | of 18.6 from the beginning    | older --server-version",
                "run --server-version 17 --upgrade-to 18 --nemesis upgrade | another major version | 2 nodes or more",
                "run --db postgres --reads-at all          | --reads-at                    | --db postgres:N",
                "run --db postgres:3 --reads-at all        | --reads-at all                | repeatable-read",
                "run --db postgres:3 --reads-at follower   | 'follower' is unknown         | primary, replicas",
                "run --db memory --replication sync        | --replication                 | --db postgres:N",
                "run --db postgres:3 --replication quorum  | 'quorum' is unknown           | async, sync, apply",
                "run --db h2:file                          | 'h2:file' is not a database   | mock[:LEVEL]",
                "run --db hsqldb --isolation repeatable-read | 'repeatable-read'          | Known: read-committed",
                "run --db sqlite --isolation read-committed | 'read-committed' is unknown  | serializable",
                "run --db sqlite --list-as array           | SQLite has no list as array   | expected text",
                "run --db hsqldb --read-lock for-update    | no read lock for-update       | expected none",
                "run --db h2 -w register --list-as array   | registers are no lists        | leave it out",
                "run --isolation snapshot                  | 'snapshot' is unknown         | repeatable-read",
                "run --expect serialisable                 | did you mean serializable?    | read-committed",
                "run --workload queue                      | 'queue'                       | append",
                "run --time-limit soon                     | 'soon' is not a duration      | 5m",
                "run --concurrency many                    | 'many' is not a concurrency   | 3n",
                "run --seed xyz                            | 'xyz' is not a seed           | hexadecimal",
                "run --key-dist hot                        | 'hot'                         | zipf",
                "run --key-count 0                         | key-count                     | 1",
                "run --txn-count 0                         | transaction count 0           | See: moirai run --help",
                "run --list-as json                        | 'json' is unknown             | array",
                "run --db memory --require fast            | 'fast' is not a threshold     | availability > 90%",
                "run --db memory --require availability>.9 | 'availability>.9'             | such as",
                "run --db memory --require availability>90% | 'availability>90%'           | beside --nemesis",
                "run --db memory --accept-known no/such    | 'no/such' cannot be read      | in YAML",
                "run --db memory --log-pattern (           | '(' is not a pattern          | regular expression",
                "run --nemesis-overlap                     | --nemesis-overlap             | --nemesis with",
                "run --db memory --name a/b                | 'a/b' is not a name           | letters",
                "run --url jdbc:oracle:thin:@h/d           | 'jdbc:oracle:thin:@h/d'       | jdbc:postgresql:",
                "run --db memory --url jdbc:postgresql://h | --db and --url                | exclude",
                "history export latest --format xml        | 'xml' is unknown              | jsonl",
                "history                                   | a command is missing          | export",
                "check no/such/place                       | no/such/place                 | no such file",
            })
    void badArgumentsEndWith254AndSayWhatWouldBeAccepted(String command, String names, String accepts) {
        Cli.Ended ended = run(command.split(" ", -1));

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(names).contains(accepts);
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }

    @Test
    void aLiteralPasswordIsRefusedAndNotRepeated() {
        Cli.Ended ended = run("run", "--url", "jdbc:postgresql://127.0.0.1:1/x", "--password=hunter2");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("${env:NAME}").doesNotContain("hunter2");
    }

    @Test
    void theSeedIsTheFirstThingSaidAndTheLast() {
        Cli.Ended ended = runInStore("run", "--db", "memory", "--txn-count", "500", "--seed", "abc123");

        assertThat(ended.out()).startsWith("seed abc123\n").endsWith("seed abc123\n");
    }

    @Test
    void theCommandToTypeAgainGivesTheSameRun() {
        Cli.Ended first = runInStore("run", "--db", "memory:long-fork", "--txn-count", "3000");
        String again = first.out()
                .lines()
                .filter(line -> line.startsWith("  again "))
                .findFirst()
                .orElseThrow()
                .substring("  again    moirai ".length());

        Cli.Ended second = run(again.split(" ", -1));

        assertThat(verdict(second)).isEqualTo(verdict(first));
        assertThat(again)
                .startsWith("run --db memory:long-fork --txn-count 3000")
                .contains(" --seed ");
    }

    private static List<String> verdict(Cli.Ended ended) {
        return ended.out()
                .lines()
                .dropWhile(line -> !line.startsWith("verdict: "))
                .takeWhile(line -> !line.startsWith("  ran "))
                .toList();
    }

    @Test
    void checkJudgesTheNewestRunAsTheRunItselfDid() {
        Cli.Ended run = runInStore("run", "--db", "memory:write-skew");

        Cli.Ended check = runInStore("check");

        assertThat(check.code()).isEqualTo(run.code()).isEqualTo(1);
        assertThat(check.out()).contains(verdict(run).getFirst());
        assertThat(runInStore("check", "-1").out()).isEqualTo(check.out());
        assertThat(runInStore("check", "latest", "--expect", "snapshot-isolation")
                        .code())
                .isZero();
    }

    @Test
    void checkReadsHistoryNotation() throws IOException {
        Path file = file("skew.txt", WRITE_SKEW);

        assertThat(run("check", file.toString()).code()).isEqualTo(1);
        assertThat(run("check", file.toString(), "--expect", "PL-SI").code()).isZero();
    }

    @Test
    void checkNamesTheLineThatItCannotRead() throws IOException {
        Path file = file("bad.txt", WRITE_SKEW + "T2 whatever\n");

        Cli.Ended ended = run("check", file.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("bad.txt:3").contains("T2 whatever");
    }

    @Test
    void checkSkipsATornTailSaysSoAndJudgesTheRest() throws IOException {
        runInStore("run", "--db", "memory", "--txn-count", "5000", "--name", "torn");
        Path segment;
        try (Stream<Path> files = Files.walk(directory.resolve("torn"))) {
            segment = files.filter(file -> file.toString().endsWith(".seg"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        Files.write(segment, Arrays.copyOf(bytes, bytes.length - 7));

        Cli.Ended ended = runInStore("check");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out())
                .contains("warning:")
                .contains(segment.getFileName().toString());
    }

    /** A history of a run that has lost the cluster to others is not judged, whatever is found in it. */
    @ParameterizedTest
    @ValueSource(strings = {"memory", "memory:write-skew"})
    void checkDoesNotJudgeAHistoryThatOthersMayHaveWrittenTo(String database) throws IOException {
        runInStore("run", "--db", database, "--name", "displaced");
        Path history = directory.resolve("displaced").resolve("latest").resolve("history");
        Files.writeString(history.resolve("displaced.txt"), "this run has lost the cluster to others\n");
        Path copy = directory.resolve("copy");

        Cli.Ended ended = runInStore("check");
        Cli.Ended copied = run("history", "import", history.toString(), "-o", copy.toString());

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.words()).contains("warning: ", " · not decided: this run has lost the cluster to others ");
        assertThat(ended.out()).doesNotContain("found  ", "explain ");
        assertThat(copied.code()).as(copied.err()).isZero();
        assertThat(run("check", copy.toString()).code()).isEqualTo(2);
    }

    @Test
    void checkWithoutAnyRunSaysWhatToDo() {
        Cli.Ended ended = runInStore("check");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("moirai run");
    }

    @Test
    void explainShowsTheStatementsAndTheProof() throws IOException {
        Path file = file("skew.txt", WRITE_SKEW);

        Cli.Ended ended = run("explain", file.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("G2-item: write skew", "| begin")
                .containsIgnoringWhitespaces("a contradiction!");
        assertThat(run("explain", file.toString(), "--dot").out()).startsWith("digraph");
        assertThat(run("explain", file.toString(), "--anomaly", "9").err()).contains("expected 1 to 1");
    }

    @Test
    void explainOfAValidHistoryHasNothingToSay() throws IOException {
        Path file = file("ok.txt", "T0 s0 a1=1\n");
        Cli.Ended ended = run("explain", file.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains(
                        "nothing to explain", "  next     how much could have been noticed:\n", "moirai check " + file);
    }

    @Test
    void exportWritesToAFileOrToStandardOutput() throws IOException {
        Path file = file("skew.txt", WRITE_SKEW);
        Path edn = directory.resolve("history.edn");

        assertThat(run("history", "export", file.toString(), "--format", "edn", "-o", edn.toString())
                        .code())
                .isZero();
        assertThat(edn).content().contains(":type :invoke").contains("[:append 2 7]");
        assertThat(run("history", "export", file.toString(), "--format", "jsonl")
                        .out())
                .contains("\"invoke\"");
    }

    @Test
    void quietShowsTheResultAlone() {
        assertThat(runInStore("run", "--db", "memory", "--txn-count", "500", "-q")
                        .err())
                .isEmpty();
    }

    @Test
    void anEmptyUrlIsRefusedAndNoOtherDatabaseIsUsedInstead() {
        Cli.Ended ended = Cli.plain().run("run", "--url", "");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--url: ''", "jdbc:postgresql://HOST:PORT/NAME");
    }

    @Test
    void aLiteralPasswordIsRefusedWhateverTheDatabase() {
        Cli.Ended ended = Cli.plain().run("run", "--db", "memory", "--password=hunter2");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--password", "${env:NAME}").doesNotContain("hunter2");
    }

    @Test
    void aUserInTheUrlIsRefusedWithoutThePassword() {
        Cli.Ended ended = Cli.plain().run("run", "--url", "jdbc:postgresql://me:hunter2@127.0.0.1/app");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--user").doesNotContain("hunter2");
    }

    @Test
    void aHistoryWithoutTransactionsIsNoPass() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty.txt"));

        Cli.Ended ended = Cli.plain().run("check", empty.toString());

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.words()).contains("verdict: INSUFFICIENT EVIDENCE", "no transaction committed");
    }
}
