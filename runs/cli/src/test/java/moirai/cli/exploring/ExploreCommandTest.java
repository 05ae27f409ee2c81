package moirai.cli.exploring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.exploration.CheckedProgram;
import moirai.exploration.Invariant;
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

    private Cli.Ended run(String... arguments) {
        boolean isKept = arguments[0].equals("explore");
        return Cli.plain()
                .run(
                        isKept
                                ? Stream.concat(
                                                Stream.of(arguments),
                                                Stream.of(
                                                        "--store",
                                                        directory
                                                                .resolve("store")
                                                                .toString()))
                                        .toArray(String[]::new)
                                : arguments);
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

    /** A program with a misspelt table, whose body catches the error. */
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
                .contains("this execution is impossible at serializable");
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
    void randomWalksEndByThemselves() {
        Cli.Ended ended = run("explore", "bank-transfer", "--level", "causal", "--algorithm", "random", "--seed", "1");

        assertThat(ended.out()).contains("seed       ").contains("BROKEN");
        assertThat(run("explore", "courseware-4", "--level", "serializable", "--algorithm", "random")
                        .out())
                .contains("not exhausted");
    }

    @Test
    void aCaseIsReplayed() throws IOException {
        Path file = directory.resolve("case.json");
        run("explore", "tpcc-payment", "--case", file.toString());

        Cli.Ended ended = run("explore", "tpcc-payment", "--replay", file.toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("result     BROKEN: A8: w_ytd is 30.00");
        assertThat(Files.readString(file)).contains("\"kind\" : \"explored\"");
        assertThat(run("explore", "bank-transfer", "--replay", file.toString()).err())
                .contains("is of the program tpcc-payment, not of bank-transfer");
    }

    @Test
    void aCaseOfWhatIsNotSerializableIsReplayedAsThat() {
        Path file = directory.resolve("case.json");
        run("explore", "courseware-2", "--robust", "--case", file.toString());

        Cli.Ended ended = run("explore", "courseware-2", "--replay", file.toString());

        assertThat(ended.out()).contains("result     BROKEN: not serializable");
        assertThat(ended.code()).isEqualTo(1);
    }

    @Test
    void aCaseOfAClientByLotNeedsNoSeed() {
        Path file = directory.resolve("case.json");
        Cli.Ended drawn =
                run("explore", "twitter", "--level", "true", "--robust", "--seed", "1", "--case", file.toString());

        assertThat(drawn.out()).containsPattern("seed       [0-9a-f]+");
        assertThat(drawn.code()).isEqualTo(1);
        assertThat(run("explore", "twitter", "--replay", file.toString()).out()).contains("BROKEN: not serializable");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`\"value\" : \"10.00\"`    | `\"value\" : \"1.00\"`     | the case has",
                "`\"outcome\" : \"committed\"` | `\"outcome\" : \"aborted\"` | the case has",
                "`\"level\" : \"causal\"`   | `\"level\" : \"serializable\"` | does not allow it",
                "`\"failure\" : \"A8`          | `\"failure\" : \"A9`         | the case says 'A9",
            })
    void aCaseThatTheProgramNoLongerShowsIsUnknown(String text, String changed, String says) throws IOException {
        Path file = directory.resolve("case.json");
        run("explore", "tpcc-payment", "--case", file.toString());
        String known = Files.readString(file);
        assertThat(known).contains(text);
        Files.writeString(file, known.replaceFirst(Pattern.quote(text), changed));

        Cli.Ended ended = run("explore", "tpcc-payment", "--replay", file.toString());

        assertThat(ended.out()).contains("result     unknown: ").contains(says);
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void aCaseOfASessionThatTheProgramDoesNotHaveIsRefused() throws IOException {
        Path file = directory.resolve("case.json");
        run("explore", "tpcc-payment", "--case", file.toString());
        Files.writeString(file, Files.readString(file).replaceFirst("\"session\" : 0", "\"session\" : -1"));

        Cli.Ended ended = run("explore", "tpcc-payment", "--replay", file.toString());

        assertThat(ended.err()).contains("transactions[0].session: -1; expected a whole number from 0 to 2");
        assertThat(ended.code()).isEqualTo(254);
    }

    @Test
    void aCaseThatIsCutOffIsUnknown() throws IOException {
        Path file = directory.resolve("case.json");
        run("explore", "tpcc-payment", "--case", file.toString());
        String known = Files.readString(file);
        Files.writeString(
                file,
                known.substring(0, known.indexOf("\"transactions\""))
                        + "\"transactions\" : [ ],\"confirmations\" : [ ]}");

        Cli.Ended ended = run("explore", "tpcc-payment", "--replay", file.toString());

        assertThat(ended.out()).contains("session 1 of the program goes on where the script ends");
        assertThat(ended.code()).isEqualTo(2);
    }

    /** A program whose invariant is about the replies that its sessions gave. */
    public static final class Overbooked implements Supplier<CheckedProgram> {

        @Override
        public CheckedProgram get() {
            var book = new ProgramTxn("book", txn -> {
                boolean isFree = txn.read("seat", Integer.class, 0) == 0;
                txn.write("seat", 1);
                return isFree ? "yours" : "taken";
            });
            return new CheckedProgram(
                    Program.startingWith(Map.of()).session(book).session(book),
                    List.of(new Invariant(
                            "one of them has the seat",
                            behaviour -> behaviour.replies().stream()
                                            .filter(List.of("yours")::equals)
                                            .count()
                                    == 1)));
        }
    }

    @Test
    void whatClientsRelyOnIsCheckedAtEachLevelAndInReplays() {
        Path file = directory.resolve("case.json");
        String name = Overbooked.class.getName();

        assertThat(run("explore", name, "--case", file.toString()).out()).contains("BROKEN: one of them has the seat");
        assertThat(run("explore", name, "--replay", file.toString()).out())
                .contains("result     BROKEN: one of them has the seat");
        assertThat(run("explore", name, "--weakest").out())
                .contains("nothing is broken at parallel-snapshot-isolation and above");
    }

    @Test
    void aLevelThatWasNotExploredToTheEndIsNamed() {
        Cli.Ended ended = run("explore", "courseware-3", "--weakest", "--max", "1");

        assertThat(ended.out()).contains("unknown    not exhausted: true and read-committed");
        assertThat(ended.code()).isEqualTo(2);
    }

    /** Fails before it makes a program. */
    public static final class Failing implements Supplier<Explorable> {

        @Override
        public Explorable get() {
            throw new IllegalStateException("no such table");
        }
    }

    @Test
    void aClassThatMakesNoProgramIsRefused() {
        Cli.Ended ended = run("explore", Failing.class.getName());

        assertThat(ended.err()).contains("makes no program: java.lang.IllegalStateException: no such table");
        assertThat(ended.code()).isEqualTo(254);
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
                "explore bank-tranfer                          | did you mean bank-transfer? | courseware",
                "explore bank-transfer --level snapshot        | --level: 'snapshot'       | snapshot-isolation",
                "explore bank-transfer --base si               | on snapshot-isolation     | not stronger",
                "explore bank-transfer --algorithm bfs         | --algorithm: 'bfs'        | explore-ce",
                "explore bank-transfer --max 0                 | --max: 0                  | 1 or more",
                "explore bank-transfer --weakest --level si    | --weakest                 | --level",
                "explore bank-transfer --sessions 2            | 'bank-transfer' has       | courseware",
                "explore courseware --txns 0                   | --sessions and --txns     | 1 or more",
                "explore bank-transfer --weakest --case x      | --weakest                 | --case",
                "explore bank-transfer --replay x --max 3      | --replay                  | --max",
                "explore bank-transfer --case no/such/x.json   | no/such/x.json            | no folder",
                "explore moirai.cli.exploring.ExploreCommandTest.Counter | ExploreCommandTest$Counter'? | -1 to -5",
                "explore missing.txt                           | no such file              | missing.txt",
                "explore java.lang.Object                      | class java.lang.Object    | Supplier",
                "explore bank-transfer --replay no/case.json   | no/case.json              | does not exist",
            })
    void badArgumentsEndWith254AndSayWhatWouldBeAccepted(String command, String names, String accepts) {
        Cli.Ended ended = run(command.split(" ", -1));

        assertThat(ended.err()).contains(names).contains(accepts);
        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err().lines().count()).isLessThanOrEqualTo(2);
    }
}
