package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleCommandsTest {

    private static final String PAYMENT = """
            class Payment {
                static final String TABLE = "CREATE TABLE warehouse (id INTEGER PRIMARY KEY, ytd INTEGER)";

                public void pay(java.sql.Connection connection, int id, int amount) throws java.sql.SQLException {
                    try (var select = connection.prepareStatement("SELECT ytd FROM warehouse WHERE id = ?");
                            var update = connection.prepareStatement("UPDATE warehouse SET ytd = ? WHERE id = ?")) {
                        select.setInt(1, id);
                        var rows = select.executeQuery();
                        rows.next();
                        update.setInt(1, rows.getInt("ytd") + amount);
                        update.setInt(2, id);
                        update.executeUpdate();
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Cli.Ended run(String... arguments) {
        return Cli.plain()
                .run(Stream.concat(
                                Stream.of("schedule"),
                                Stream.concat(
                                        Stream.of(arguments),
                                        Stream.of(
                                                "--store",
                                                folder.resolve("store").toString())))
                        .toArray(String[]::new));
    }

    private String source(String text) throws IOException {
        return Files.writeString(folder.resolve("Payment.java"), text).toString();
    }

    @Test
    void aBudgetEndsTheSearchWithWhatIsKnownUntilThen() throws IOException {
        Cli.Ended ended = run("analyze", source(PAYMENT), "--level", "RC", "--budget", "1ms");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out())
                .contains("answer     unknown: none in 0 of 1 combinations of transactions, at which --budget ended");
        assertThat(run("analyze", source(PAYMENT), "--level", "RC", "--budget", "1h")
                        .out())
                .contains("answer     2 anomalies, 2 internal, in 1 group")
                .doesNotContain("--budget");
    }

    @Test
    void aMethodThatIsLeftOutIsCounted() throws IOException {
        String other = "public void log(java.sql.Connection c) throws java.sql.SQLException {"
                + " c.createStatement().executeUpdate(\"DELETE FROM logs\"); }\n}\n";
        String both = PAYMENT.stripTrailing();
        String source = source(both.substring(0, both.length() - 1) + other);
        Cli.Ended ended = run("analyze", source, "--level", "SER");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out())
                .contains("seen       1 transactions, and 1 left out, which are listed below\n")
                .contains("left out: log: there is no definition of table logs; no transaction here;");
        assertThat(Cli.plain()
                        .run("schedule", "prove", source, "--level", "SER")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aLostUpdateIsReportedWithItsLinesAndListedAgain() throws IOException {
        String json = folder.resolve("analysis.json").toString();
        Cli.Ended ended = run("analyze", source(PAYMENT), "--level", "RC", "--json", json);

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("Payment at RC")
                .contains("looked at  up to 2 transactions, cycles of up to 4 edges")
                .contains("group 1: lost update, 2 anomalies")
                .contains("Payment.java:8  pay.q1: SELECT ytd FROM warehouse WHERE id = :id")
                .contains("Payment.java:12  pay.u1: UPDATE warehouse SET ytd = q1.ytd + :amount WHERE\n");
        assertThat(Files.readString(Path.of(json)))
                .contains("\"source\" : \"Payment.java:8\"")
                .contains("Source\" : \"Payment.java:12\"")
                .contains("\"exact\" : true")
                .contains("\"kind\" : \"lost-update\"", "\"anomalies\" : [ 1, 2 ]");
        assertThat(run("list").out()).isEqualTo(ended.out());
    }

    @Test
    void noneIsCalledNoneWithinTheBounds() throws IOException {
        Cli.Ended ended = run("analyze", source(PAYMENT), "--level", "si");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("none within the bounds, which is no proof");
    }

    @Test
    void noneInASourceThatIsNotTakenOverExactlyIsUnknown() throws IOException {
        Cli.Ended ended = run("analyze", source(PAYMENT.replace("+ amount", "/ amount")), "--level", "SI");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out())
                .contains("unknown: none within the bounds")
                .contains("Payment.java:10: loss: the result of / is not known; taken for any number");
    }

    /** A shared lock is left out, and it prevents the lost update. */
    @Test
    void anExecutionThatTheSourceMayPreventIsNoRefutation() throws IOException {
        String file = source(PAYMENT.replace(
                "SELECT ytd FROM warehouse WHERE id = ?", "SELECT ytd FROM warehouse WHERE id = ? FOR SHARE"));
        Cli.Ended ended = Cli.plain().run("schedule", "prove", file, "--level", "RC");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.out())
                .contains("answer: not serializable, unless the source prevents it by what is left out: unknown\n")
                .contains("the rows are locked by SELECT … FOR SHARE");
        assertThat(Cli.plain()
                        .run("schedule", "prove", source(PAYMENT), "--level", "RC")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void whatCannotBeAnalysedIsRefusedWithItsLine() throws IOException {
        Cli.Ended column = run("analyze", source(PAYMENT.replace("SELECT ytd FROM warehouse", "SELECT x FROM w")));
        Cli.Ended level = run("analyze", source(PAYMENT), "--level", "RU");
        Cli.Ended bound = run("analyze", source(PAYMENT), "--max-txns", "1");
        Cli.Ended path = run("analyze", folder.resolve("nothing").toString());

        assertThat(column.code()).isEqualTo(254);
        assertThat(column.err())
                .contains("Payment.java:8: error: there is no definition of table w; expected one of [warehouse]");
        assertThat(level.err())
                .contains("--level: 'RU' is not a level that can be promised (did you mean RC?). Known: EC, CV, CC");
        assertThat(bound.err()).contains("--max-txns: 1; accepted: 2 to 8");
        assertThat(path.err()).contains("no file or folder").contains("expected Java files");
        assertThat(run("list").code()).isEqualTo(254);
    }

    @Test
    void aRepairThatWouldWeakenIsRefused() throws IOException {
        Cli.Ended ended = Cli.plain().run("schedule", "prove", source(PAYMENT), "--from", "SER", "--to", "RC");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--to: 'RC' does not promise all that --from SER does; expected a level");
    }

    /** A repair has two levels, a proof has one: what was asked for would not be answered. */
    @ParameterizedTest
    @ValueSource(strings = {"--from", "--to"})
    void theLevelsOfARepairAreRefusedBesideThatOfAProof(String option) throws IOException {
        Cli.Ended ended = Cli.plain().run("schedule", "prove", source(PAYMENT), "--level", "SI", option, "SER");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(option + ": not together with --level").contains("expected --level alone");
    }

    @Test
    void whatCannotBeReadOrMadeIsRefusedByName() throws IOException {
        Path binary = Files.write(folder.resolve("binary.json"), new byte[] {(byte) 0xff, (byte) 0xfe});
        Cli.Ended unreadable = run("list", binary.toString());
        run("analyze", source(PAYMENT), "--level", "RC");
        Cli.Ended unmade = run("emit", "--junit", binary.resolve("tests").toString());

        assertThat(unreadable.code()).isEqualTo(254);
        assertThat(unreadable.err()).contains("cannot read " + binary + " as text: expected a file that");
        assertThat(unmade.code()).isEqualTo(254);
        assertThat(unmade.err()).contains("folder " + binary.resolve("tests") + " cannot be made; expected");
    }
}
