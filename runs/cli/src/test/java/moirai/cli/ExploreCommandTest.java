package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.exploration.program.Program;
import moirai.exploration.program.ProgramTxn;
import moirai.exploration.search.Explorable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExploreCommandTest {

    @TempDir
    private Path directory;

    private static Cli.Ended run(String... arguments) {
        return Cli.plain().run(arguments);
    }

    /** As a user writes it. */
    public static final class Counter implements Supplier<Explorable> {

        @Override
        public Explorable get() {
            return Program.startingWith(Map.of("x", 0)).session(new ProgramTxn("write the time", txn -> {
                txn.write("x", System.nanoTime());
                return "";
            }));
        }
    }

    /** Whose body does not mind. */
    public static final class Misspelt implements Supplier<Explorable> {

        @Override
        public Explorable get() {
            return JdbcProgram.on(List.of("CREATE TABLE item (seen INT)"), connection -> "")
                    .session("count", connection -> {
                        try (var statement = connection.createStatement()) {
                            return statement.executeUpdate("UPDATE itme SET seen = 1");
                        } catch (SQLException caught) {
                            return "none";
                        }
                    });
        }
    }

    @Test
    void whatIsBrokenIsShownWithTheLevelThatExcludesIt() {
        Cli.Ended ended = run("explore", "bank-withdrawals", "--level", "snapshot-isolation");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("level      snapshot-isolation, by explore-ce* on causal")
                .contains("result     BROKEN: of 5000.00, -1000.00 are left")
                .contains("session 1")
                .contains("excluded by serializable");
    }

    @Test
    void aLevelWithoutFailuresIsExploredToTheEnd() {
        Cli.Ended ended = run("explore", "bank-withdrawals", "--level", "serializable");

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("histories  2 (of 3 that were tried)")
                .contains("result     all explored: nothing is broken");
    }

    @Test
    void whatWasCutShortIsUnknown() {
        Cli.Ended ended = run("explore", "bank-withdrawals", "--level", "serializable", "--max", "1");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out()).contains("not exhausted").doesNotContain("all explored");
    }

    @Test
    void theWeakestLevelThatSufficesIsFound() {
        Cli.Ended ended = run("explore", "bank-transfer", "--weakest");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("result     nothing is broken at parallel-snapshot-isolation and above");
    }

    @Test
    void aCaseIsReplayed() throws IOException {
        Path file = directory.resolve("case.json");
        run("explore", "tpcc-payment", "--case", file.toString());

        Cli.Ended ended = run("explore", "tpcc-payment", "--replay", file.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("result     BROKEN: A8: w_ytd is 30.00");
        assertThat(Files.readString(file)).contains("\"schema\" : \"moirai-explored-behaviour/1\"");
        assertThat(run("explore", "bank-transfer", "--replay", file.toString()).err())
                .contains("is of other calls");
    }

    @Test
    void clientsOfApplicationsAreNamedDrawnAndRead() throws IOException {
        Path file = Files.writeString(
                directory.resolve("mine.txt"), "application courseware\nsession enroll(1, 1)\nsession enroll(2, 1)\n");

        assertThat(run("explore", "courseware-2", "--robust").out()).contains("BROKEN: not serializable");
        assertThat(run("explore", "courseware", "--sessions", "2", "--txns", "1", "--seed", "7")
                        .out())
                .contains("2 sessions, 2 calls")
                .contains("result ");
        assertThat(run("explore", file.toString(), "--level", "serializable").code())
                .isZero();
    }

    /** With its own exit code, and with the line of the program. */
    @Test
    void programsThatAreNotDeterministicAreRefused() {
        Cli.Ended ended = run("explore", Counter.class.getName());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("transaction 1 of session 1 did something else at step 1")
                .contains("ExploreCommandTest.java:");
    }

    @Test
    void programsThatCannotBeExploredAreRefused() {
        Cli.Ended ended = run("explore", Misspelt.class.getName());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("'count' of session 1 cannot be explored: UPDATE itme SET seen = 1: SQLSTATE 42P01");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "explore bank-tranfer                          | did you mean bank-transfer? | courseware-1",
                "explore bank-transfer --level snapshot        | --level: 'snapshot'       | snapshot-isolation",
                "explore bank-transfer --base si               | on snapshot-isolation     | not stronger",
                "explore bank-transfer --algorithm bfs         | --algorithm: 'bfs'        | explore-ce",
                "explore bank-transfer --max 0                 | --max: 0                  | 1 or more",
                "explore bank-transfer --weakest --level si    | --weakest                 | --level",
                "explore bank-transfer --sessions 2            | 'bank-transfer' has       | courseware",
                "explore courseware --txns 0                   | --sessions and --txns     | 1 or more",
                "explore java.lang.Object                      | class java.lang.Object    | Supplier",
                "explore bank-transfer --replay no/case.json   | no/case.json              | no such file",
                "explore-figures table1                        | 'table1' is unknown       | applications",
                "explore-figures applications --clients tpcc-9 | --clients: 'tpcc-9'       | tpcc-1",
            })
    void badArgumentsEndWith254AndSayWhatWouldBeAccepted(String command, String names, String accepts) {
        Cli.Ended ended = run(command.split(" ", -1));

        assertThat(ended.err()).contains(names).contains(accepts);
        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
    }

    @Test
    void experimentsAreDoneAgain() {
        Path plots = directory.resolve("plots");

        Cli.Ended ended = run(
                "explore-figures",
                "applications",
                "--clients",
                "courseware-4,twitter-1",
                "--time-limit",
                "20ms",
                "--plots",
                plots.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("courseware-4").contains("twitter-1").contains("finished");
        assertThat(plots.resolve("time.svg")).content().contains("<svg");
    }
}
