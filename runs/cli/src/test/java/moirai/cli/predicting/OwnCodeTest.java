package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.programs.shop.Shop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases of a shop, replayed by its own compiled methods. */
class OwnCodeTest {

    private static final String PROGRAMS = "../programs/src/main/java/moirai/programs/";

    private static final String TILL = """
            import java.sql.Connection;

            public class Till {
                static final String TABLE = "CREATE TABLE acc (id INT PRIMARY KEY, bal INT NOT NULL)";

                public void take(Connection c, int id, int amount) throws java.sql.SQLException {
                    try (var s = c.prepareStatement("SELECT bal FROM acc WHERE id = ?");
                            var u = c.prepareStatement("UPDATE acc SET bal = ? WHERE id = ?")) {
                        s.setInt(1, id);
                        var r = s.executeQuery();
                        if (r.next()) {
                            u.setInt(1, r.getInt(1) + amount);
                            u.setInt(2, id);
                            u.executeUpdate();
                        }
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    private Cli.Ended run(String program, String classpath, String... arguments) {
        Stream<String> all = Stream.of("schedule", "run", PROGRAMS + program, "--classpath", classpath, "--store");
        return Cli.plain()
                .run(Stream.concat(Stream.concat(all, Stream.of(folder.toString())), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private static String compiled() throws Exception {
        return Path.of(Shop.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
    }

    @Test
    void theShopLosesStockOnTheMockStoreAndOnH2() throws Exception {
        Cli.Ended mock = run("shop", compiled(), "--db", "mock");
        assertThat(mock.code()).isEqualTo(1);
        assertThat(mock.out())
                .contains("replayed   on mock store, by the methods themselves\n")
                .contains("totals     manifested: final state 3, manifested: history 3\n");

        Cli.Ended h2 = run("shop", compiled(), "--anomaly", "1", "--db", "h2", "--isolation", "read-committed");
        assertThat(h2.code()).isEqualTo(1);
        assertThat(h2.out()).contains("1. sell, sell: manifested: final state\n");

        Cli.Ended strong = run("shop", compiled(), "--anomaly", "1", "--db", "h2");
        assertThat(strong.code()).isZero();
        assertThat(strong.out()).contains("1. sell, sell: aborted 40001");
    }

    @Test
    void transactionsOfSmallBankDoWhatTheirCasesSay() throws Exception {
        Cli.Ended mock = run("smallbank", compiled(), "--txn", "DepositChecking.run,SendPayment.run", "--db", "mock");

        assertThat(mock.code()).isEqualTo(1);
        assertThat(mock.out()).contains("totals     manifested: cycle 11, manifested: history 10\n");
    }

    @Test
    void whereMethodsCannotBeRunIsSaidBeforeAnythingStarts() throws Exception {
        for (String database : new String[] {"cassandra:3", "postgres:3", "galera:3"}) {
            Cli.Ended ended = run("shop", compiled(), "--db", database);
            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err())
                    .contains(
                            "--classpath: methods are not run on ",
                            "expected --db with one of postgres, mariadb, h2, hsqldb, mock\n");
        }
    }

    @Test
    void whatIsNotOnTheClassPathIsNamed() throws IOException {
        Path file =
                Files.writeString(folder.resolve("Till.java"), TILL.replace("class Till", "class Till extends Gone"));
        Cli.Ended ended = Cli.plain()
                .run(
                        "schedule",
                        "run",
                        file.toString(),
                        "--classpath",
                        folder.toString(),
                        "--db",
                        "mock",
                        "--store",
                        store());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--classpath: the sources do not compile: Till.java:3: cannot find symbol");
    }

    @Test
    void anAnalysisThatIsKeptRunsTheMethodsOfItsSourcesUnlessTheyHaveChanged() throws IOException {
        Path file = Files.writeString(folder.resolve("Till.java"), TILL);
        Cli.plain().run("schedule", "analyze", file.toString(), "--level", "RC", "--store", store());
        Cli.Ended same =
                Cli.plain().run("schedule", "run", "--db", "h2", "--isolation", "read-committed", "--store", store());
        Files.writeString(file, TILL.replace("bal = ?", "bal = bal + ?"));
        Cli.Ended changed = Cli.plain().run("schedule", "run", "--db", "h2", "--store", store());

        assertThat(same.code()).isEqualTo(1);
        assertThat(same.out()).contains("H2 at read committed, by the methods themselves", "manifested: final state");
        assertThat(changed.out())
                .contains("by the statements of the analysis: the sources have changed since the analysis; expected");
    }

    @Test
    void anAnomalyOfStatementsThatDifferFromTheSourceIsOnlyModelled() throws IOException {
        Path file = Files.writeString(
                folder.resolve("Till.java"),
                TILL.replace("FROM acc WHERE id = ?", "FROM acc WHERE NOT id <> ? FOR UPDATE"));
        String[] common = {
            "schedule", "run", file.toString(), "--level", "EC", "--db", "h2", "--isolation", "read-committed"
        };

        Cli.Ended model = Cli.plain().run(with(common, "--abstract", "--store", store()));
        assertThat(model.code()).isEqualTo(2);
        assertThat(model.out())
                .contains("1. take, take: modelled: final state\n")
                .contains("but not to the source as it is: at Till.java:10, the rows are locked by SELECT … FOR");
        assertThat(Files.readString(folder.resolve("store/schedule/replay.json")))
                .contains("\"outcome\" : \"modelled: final state\"");

        Cli.Ended source = Cli.plain().run(with(common, "--store", store()));
        assertThat(source.code()).isZero();
        assertThat(source.out()).contains("1. take, take: blocked\n");

        // Reads are dictated there, whatever was locked.
        Cli.Ended mock = Cli.plain().run("schedule", "run", file.toString(), "--db", "mock", "--store", store());
        assertThat(mock.code()).isEqualTo(2);
        assertThat(mock.out()).doesNotContain("manifested");
    }

    @Test
    void sourcesThatDoNotCompileAreReplayedByTheirStatementsWithTheReason() throws IOException {
        Path file =
                Files.writeString(folder.resolve("Till.java"), TILL.replace("class Till", "class Till extends Gone"));
        Cli.Ended ended = Cli.plain()
                .run(
                        "schedule",
                        "run",
                        file.toString(),
                        "--db",
                        "h2",
                        "--isolation",
                        "read-committed",
                        "--store",
                        store());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("by the statements of the analysis: the sources do not compile: Till.java:3: cannot find")
                .contains("1. take, take: manifested: final state\n");
    }

    @Test
    void aMethodThatCannotBeCalledIsReplayedByItsStatementsWithTheReason() throws IOException {
        Path file = Files.writeString(
                folder.resolve("Till.java"), TILL.replace("int amount)", "int amount, Runnable done)"));
        String[] common = {"schedule", "run", file.toString(), "--db", "h2", "--isolation", "read-committed"};
        for (String[] more : new String[][] {{}, {"--classpath", folder.toString()}}) {
            Cli.Ended ended = Cli.plain().run(with(with(common, more), "--store", store()));

            assertThat(ended.code()).isEqualTo(1);
            assertThat(ended.out())
                    .contains("by the statements of the analysis: cannot make a java.lang.Runnable for done: it has no")
                    .containsPattern("statements (\\d+) of \\1, not methods\ntotals ");
        }
    }

    /** A file may name sources that its reader has never seen; a static block would run before anybody noticed. */
    @Test
    void sourcesThatOnlyAFileNamesAreNotRun() throws IOException {
        Path own = Files.createDirectories(folder.resolve("own"));
        Path foreign = Files.createDirectories(folder.resolve("foreign"));
        Files.writeString(own.resolve("Till.java"), TILL);
        Files.writeString(
                foreign.resolve("Till.java"),
                TILL.replace(
                        "static final",
                        "static { System.setProperty(\"moirai.cli.foreign\", \"ran\"); }\n" + "    static final"));
        Cli.plain().run("schedule", "analyze", own.toString(), "--level", "RC", "--store", store());
        Path kept = folder.resolve("store/schedule");
        Path sent = Files.createDirectories(folder.resolve("sent"));
        Files.copy(kept.resolve("analysis.json"), sent.resolve("analysis.json"));
        try (Stream<Path> files = Files.walk(kept.resolve("anomalies"))) {
            for (Path file : files.toList()) {
                Files.copy(file, sent.resolve(kept.relativize(file).toString()));
            }
        }
        Path file = Files.writeString(
                sent.resolve("analysis.json"),
                Files.readString(sent.resolve("analysis.json")).replace(own.toString(), foreign.toString()));
        String[] common = {"--db", "h2", "--isolation", "read-committed", "--store", store()};

        Cli.Ended alone = Cli.plain().run(with(new String[] {"schedule", "run", file.toString()}, common));
        assertThat(System.getProperty("moirai.cli.foreign")).isNull();
        assertThat(alone.out())
                .contains("by the statements of the analysis: an analysis outside the store is not trusted")
                .contains("expected moirai schedule run " + file + " PATH, with the sources")
                .doesNotContain("compiled");

        Cli.Ended named =
                Cli.plain().run(with(new String[] {"schedule", "run", file.toString(), own.toString()}, common));
        assertThat(named.out()).contains("by the methods themselves\ncompiled   from " + own + "\n");

        Cli.Ended stored = Cli.plain()
                .run(with(
                        new String[] {
                            "schedule", "run", kept.resolve("analysis.json").toString()
                        },
                        common));
        assertThat(stored.out()).contains("by the methods themselves\ncompiled   from " + own + "\n");
    }

    @Test
    void whatMethodsPrintIsNoPartOfTheReport() throws IOException {
        Path file = Files.writeString(
                folder.resolve("Till.java"),
                TILL.replace("if (r.next()) {", "if (r.next()) { System.out.println(\"HELLO\");"));
        PrintStream out = System.out;
        PrintStream err = System.err;
        var printed = new ByteArrayOutputStream();
        var told = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
            Cli.Ended ended = Cli.plain()
                    .run("schedule", "run", file.toString(), "--db", "h2", "--store", store(), "--anomaly", "1");
            assertThat(ended.out()).contains("by the methods themselves").doesNotContain("HELLO");
        } finally {
            System.setOut(out);
            System.setErr(err);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("HELLO");
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("HELLO");
    }

    private String store() {
        return folder.resolve("store").toString();
    }

    private static String[] with(String[] common, String... more) {
        return Stream.concat(Stream.of(common), Stream.of(more)).toArray(String[]::new);
    }
}
