package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of the documentation: from the source of a shop to its anomalies, their replays, tests and repair. */
class ShopTest {

    private static final Path SHOP = Path.of("../programs/src/main/java/moirai/programs/shop");

    @TempDir
    Path folder;

    private Cli.Ended run(String... arguments) {
        return Cli.plain()
                .run(Stream.concat(Stream.of("schedule"), Stream.of(arguments)).toArray(String[]::new));
    }

    private String store() {
        return folder.resolve("store").toString();
    }

    private Cli.Ended analyze() {
        return run("analyze", SHOP.toString(), "--level", "RC", "--store", store());
    }

    @Test
    void anAnomalyIsShownWithItsStatementsInTheirOrder() {
        assertThat(analyze().out())
                .contains("group 1: lost update, 4 anomalies\n  sell reads item (Shop.java:38) and then writes it")
                .contains("or another sell may change it in between.\n", "Shop.java:38  sell.q1: SELECT")
                .contains("  likewise 1 to 3\n")
                .doesNotContain("3. external");
        assertThat(run("list", "--all", "--store", store()).out())
                .contains("  1. internal: T0 sell", "  3. external: T0 sell")
                .doesNotContain("likewise");

        Cli.Ended ended = run("list", "--anomaly", "1", "--store", store());

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .startsWith("anomaly 1: sell, sell\n  group    1, lost update: sell reads item (Shop.java:38)")
                .containsSubsequence(
                        "at first item(id=1, stock=2)",
                        "Shop.java:50  sell.u1: UPDATE item SET stock = q1.stock - :pieces WHERE id = :item -> 1 row",
                        "COMMIT",
                        "Shop.java:38  sell.q1: SELECT stock FROM item WHERE id = :item -> [{stock=2}]",
                        "without what was written by T1",
                        "at last  item(id=1, stock=1)",
                        "No serial order of the calls leaves these rows.")
                .doesNotContain("anomaly 2");
    }

    @Test
    void aProofTellsWhatIsBoundedAndWhatIsNot() {
        String snapshots = run("prove", SHOP.toString(), "--level", "SI").out().replaceAll("\n +", " ");
        String serial = run("prove", SHOP.toString(), "--level", "SER").out().replaceAll("\n +", " ");

        assertThat(snapshots)
                .contains("answer: serializable\n")
                .contains("\nbounded: rows of item: 2 and those that constants or new rows need; each statement names")
                .contains("but a proof with a row for each of these keys, 3 of three calls, was not found\n")
                .contains("values that decide: sell.u1 (Shop.java:50), sell.i1 (Shop.java:54), restock.u1")
                .contains("\nnot bounded: loops: there are none\n");
        assertThat(serial)
                .contains("\nnot bounded: rows of item: each statement names the key of its only row, and the proof has"
                        + " a row for each of these keys\n");
    }

    @Test
    void aRepairIsNamedWithWhatToWriteWhere() {
        assertThat(analyze().out()).contains("What removes a group: moirai schedule analyze … --repairs\n");

        Cli.Ended ended = run("analyze", SHOP.toString(), "--level", "RC", "--repairs", "--store", store());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("""
                  repair   lock the row
                             Shop.java:38  sell.q1: SELECT stock FROM item WHERE id = :item FOR
                               UPDATE
                  or       add a column version to item, to which each UPDATE adds 1, and roll
                           back if no row has the version
                             Shop.java:38  sell.q1: SELECT stock, version FROM item WHERE id =
                               :item
                             Shop.java:50  sell.u1: UPDATE item SET stock = q1.stock - :pieces,
                               version = version + 1 WHERE id = :item AND version = q1.version

                """);
        assertThat(ended.out().lines().filter(line -> line.length() > 80))
                .as("broken at 80 columns, but for commands and diagnostics")
                .allMatch(line -> line.contains(": moirai schedule ") || line.contains(": assumed: "));
        assertThat(run("list", "--store", store()).out()).isEqualTo(ended.out());
    }

    @Test
    void itManifestsAtTheWeakLevelAndIsPreventedAtTheStrongOne() throws IOException {
        analyze();

        Cli.Ended weak = run("run", "--db", "h2", "--isolation", "read-committed", "--store", store());
        assertThat(weak.code()).isEqualTo(1);
        assertThat(weak.out())
                .contains("program    shop at RC\nreplayed   on H2 at read committed, by the methods themselves\n")
                .contains("   1. sell, sell: manifested: final state\n")
                .contains("totals     ", "manifested: final state 3");
        assertThat(Files.readString(folder.resolve("store/schedule/replay.txt")))
                .contains("1. sell, sell: manifested");
        assertThat(Files.readString(folder.resolve("store/schedule/replay.json")))
                .contains(
                        "\"database\" : \"H2 at read committed, by the methods themselves\"",
                        "\"manifested: final state\" : 3");

        Cli.Ended strong = run("run", "--anomaly", "1", "--db", "h2", "--store", store());
        assertThat(strong.code()).isZero();
        assertThat(strong.out())
                .contains("1. sell, sell: aborted 40001", "totals     aborted 40001 1\n")
                .doesNotContain("2. sell");
    }

    @Test
    void theMockStoreShowsItToo() {
        Cli.Ended ended = run("run", SHOP.toString(), "--level", "SI,sell=RC", "--db", "mock", "--store", store());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("program    shop at SI; sell at RC\nreplayed   on mock store", "manifested");
    }

    @Test
    void filesAreWrittenForEachAnomalyThatATestCanTell() throws IOException {
        analyze();
        Path test = folder.resolve("LostSaleTest.java");

        Cli.Ended one = run("emit", "--anomaly", "1", "--junit", test.toString(), "--store", store());
        assertThat(one.code()).isZero();
        assertThat(one.out()).isEqualTo("written    " + test + ": anomaly 1, expected at read-committed\n");
        assertThat(Files.readString(test)).contains("class LostSaleTest {", "// sell.u1, Shop.java:50");

        Path scripts = folder.resolve("scripts");
        Cli.Ended all = run("emit", "--sql", scripts.toString(), "--store", store());
        assertThat(all.code()).isZero();
        assertThat(Files.readString(scripts.resolve("anomaly-1.sql")))
                .contains("BEGIN ISOLATION LEVEL READ COMMITTED;");
        assertThat(scripts.resolve("anomaly-4.sql")).exists();
        // Two sales of one number, of which a database with keys refuses the second.
        assertThat(all.out()).contains("left out   anomaly 3: T0.i1 inserts a row that is there");
        assertThat(scripts.resolve("anomaly-3.sql")).doesNotExist();
    }

    @Test
    void whatCannotBeWrittenIsRefused() {
        assertThat(run("emit", "--sql", "x.sql", "--store", store()).err())
                .contains("no analysis", "expected PATH, or one that moirai schedule analyze PATH left here");
        analyze();

        assertThat(run("emit", "--store", store()).err()).contains("--junit or --sql is missing");
        assertThat(run("emit", "--sql", folder.resolve("x.sql").toString(), "--store", store())
                        .err())
                .contains("is one file, and there are 3 anomalies; expected --anomaly N, or a folder");
        assertThat(run("emit", "--junit", folder.resolve("1x.java").toString(), "--anomaly", "1", "--store", store())
                        .err())
                .contains("--junit: '1x' is not a name for a class");
        assertThat(run("run", "--anomaly", "9", "--db", "h2", "--store", store())
                        .err())
                .contains("--anomaly: 9; expected 1 to 4");
        assertThat(run("run", "--db", "sqlite", "--store", store()).err())
                .contains("cases are not replayed on sqlite: expected --db postgres[:N], galera[:N]");
        assertThat(run("run", "--db", "cassandra:5", "--store", store()).err())
                .contains("cases are not replayed on 5 of its nodes: expected --db cassandra:2 or cassandra:3");
        assertThat(run("run", "--node", "127.0.0.1:9042", "--store", store()).err())
                .contains("cases are not replayed on a Cassandra that exists: expected --db cassandra:2");
        assertThat(run("run", "--db", "cassandra", "--consistency", "all", "--store", store())
                        .err())
                .contains("--consistency: cases read and write at one replica each; leave it out");
        assertThat(run("run", "--db", "mock", "--isolation", "causal", "--store", store())
                        .err())
                .contains("--isolation: the mock store keeps what each anomaly says");
    }

    @Test
    void whatIsSerializableIsProvenAndWhatIsNotIsRefutedWithItsLines() {
        Cli.Ended weak = run("prove", SHOP.toString(), "--level", "RC");
        assertThat(weak.code()).isEqualTo(1);
        assertThat(weak.out())
                .contains("answer: not serializable\n", "any number of other transactions beside the named ones")
                .contains("its statements:\n  T1  Shop.java:38  sell.q1: SELECT");

        Cli.Ended strong = run("prove", SHOP.toString(), "--level", "SI");
        assertThat(strong.code()).isZero();
        assertThat(strong.out()).contains("answer: serializable\n", "1. No 2 transactions have a cycle");

        Cli.Ended chosen = run("prove", SHOP.toString(), "--level", "RC", "--transactions", "restock");
        assertThat(chosen.code()).isZero();
        assertThat(run("prove", SHOP.toString(), "--level", "RC", "--transactions", "sel")
                        .err())
                .contains("--transactions: 'sel' is not a transaction", "Known: sell, restock");
    }

    @Test
    void withoutALevelTheWeakestAndTheRepairAreNamed() {
        Cli.Ended ended = run("prove", SHOP.toString());

        assertThat(ended.code()).isZero();
        assertThat(ended.out())
                .contains("PC: not serializable\nPSI: serializable\n", "weakest: [PSI]")
                .contains("repair: enough is sell at SER, the others at RC\n");
    }

    @Test
    void theProvenRepairIsNotRefuted() {
        assertThat(run("prove", SHOP.toString(), "--level", "RC,sell=SER").code())
                .isZero();
        assertThat(run("prove", SHOP.toString(), "--level", "RC,restock=SER").code())
                .isEqualTo(1);
    }
}
