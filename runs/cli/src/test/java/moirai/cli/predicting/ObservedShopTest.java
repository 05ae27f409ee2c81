package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same shop, run and not read: its anomalies and their replays are the same, its proofs are of what was seen. */
class ObservedShopTest {

    private static final String SHOP = "moirai.programs.shop.Shop";

    /** A class of its own, which sees nothing of Moirai. */
    private static final String TILL = """
            package shop;

            public class Till {
                public static java.util.List<String> schema() {
                    return java.util.List.of("CREATE TABLE till (id INTEGER PRIMARY KEY, cash INTEGER NOT NULL)");
                }

                public void pay(java.sql.Connection connection, int id, int cash) throws Exception {
                    try {
                        Class.forName("moirai.cli.Moirai");
                    } catch (ClassNotFoundException alone) {
                        var update = connection.prepareStatement("UPDATE till SET cash = cash + ? WHERE id = ?");
                        update.setInt(1, cash);
                        update.setInt(2, id);
                        update.executeUpdate();
                    }
                }

                public void lend(java.sql.Connection connection, Lender lender) {}
            }

            class Lender {}
            """;

    @TempDir
    Path folder;

    private Cli.Ended run(String... arguments) {
        return Cli.plain()
                .run(Stream.concat(Stream.of("schedule"), Stream.of(arguments)).toArray(String[]::new));
    }

    private String store() {
        return folder.resolve("store").toString();
    }

    @Test
    void whatIsSeenIsListedReplayedAndNeverValid() {
        Cli.Ended seen = run("analyze", "--observe", SHOP, "--level", "RC", "--store", store());
        assertThat(seen.code()).isEqualTo(1);
        assertThat(seen.out())
                .contains("Shop at RC: restock, sell\n", "answer     4 anomalies, 3 internal, in 1 group\n")
                .contains("    Shop.java:50  sell.u1: UPDATE item SET stock = q1.stock - :pieces WHERE id =\n")
                .contains("Shop.java:38: seen: 2 ways through transaction sell in ", "others may exist");
        assertThat(run("list", "--store", store()).out()).isEqualTo(seen.out());

        Cli.Ended replayed = run("run", "--db", "mock", "--anomaly", "2", "--store", store());
        assertThat(replayed.code()).isEqualTo(1);
        assertThat(replayed.out()).contains("2. sell, sell: manifested: final state\n");

        Cli.Ended none = run("analyze", "--observe", SHOP, "--level", "SI", "--store", store());
        assertThat(none.code()).isEqualTo(2);
        assertThat(none.out())
                .contains("unknown: none within the bounds for the ways that were found, and there may be others\n");
        assertThat(run("run", "--db", "mock", "--store", store()).code()).isEqualTo(2);
    }

    @Test
    void aProofIsOfTheWaysThatWereFound() {
        Cli.Ended proven = run("prove", "--observe", SHOP, "--level", "SI");
        assertThat(proven.code()).isEqualTo(2);
        assertThat(proven.out())
                .contains("answer: serializable, for the ways that were found\n")
                .endsWith("So it is proven for these ways, and of the code only if it has no others: unknown.\n");

        Cli.Ended refuted = run("prove", "--observe", SHOP, "--level", "RC", "--txn", "sell");
        assertThat(refuted.code()).isEqualTo(1);
        assertThat(refuted.out()).contains("answer: not serializable\n");
    }

    @Test
    void aClassHasAClassPathOfItsOwn() throws IOException {
        Path source = Files.writeString(folder.resolve("Till.java"), TILL);
        String classes = folder.resolve("classes").toString();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes, source.toString());
        assertThat(code).isZero();

        String path = classes + ":" + folder + "/*";
        Cli.Ended seen =
                run("analyze", "--observe", "shop.Till", "--txn", "pay", "--classpath", path, "--store", store());
        assertThat(seen.out()).contains("Till at EC: pay\n", "Till.java:15: seen: 1 way through transaction pay in ");

        Cli.Ended unfit = run("analyze", "--observe", "shop.Till", "--classpath", path);
        assertThat(unfit.code()).isEqualTo(254);
        assertThat(unfit.err())
                .contains("--observe shop.Till: parameter 'arg1' of shop.Till.lend is of type shop.Lender;");
        Files.delete(folder.resolve("classes/shop/Lender.class"));
        Cli.Ended lacking = run("analyze", "--observe", "shop.Till", "--classpath", path);
        assertThat(lacking.code()).isEqualTo(254);
        assertThat(lacking.err()).contains("shop/Lender").doesNotContain("\tat ");
    }

    @Test
    void whatCannotBeObservedIsRefused() {
        assertThat(run("analyze", "--observe", "moirai.programs.shop.Shoe").err())
                .contains("--observe moirai.programs.shop.Shoe: class 'moirai.programs.shop.Shoe' is not on the class");
        assertThat(run("analyze", "--observe", SHOP, "Shop.java").err())
                .contains("PATH Shop.java beside --observe " + SHOP + ": expected one of them");
        assertThat(run("analyze", "--observe", SHOP, "--classpath", "none.jar").err())
                .contains("--classpath: none.jar does not exist; expected jars, folders of classes, and FOLDER/*");
        assertThat(run("analyze", "--observe", SHOP, "--size", "sell.pieces=x").err())
                .contains("--size", "'x' is not a whole number up to 9223372036854775807");
        assertThat(run("analyze", "--observe", SHOP, "--runs", "3").err()).contains("runs: 3; accepted: at least 10");
        assertThat(run("analyze", "--observe", SHOP, "--database", "oracle").err())
                .contains("database 'oracle': expected h2, or h2:MODE");
        Cli.Ended alone = run("analyze", "--classpath", "classes");
        assertThat(alone.code()).isEqualTo(254);
        assertThat(alone.err()).contains("Missing required argument(s): --observe");
    }

    @Test
    void aFolderThatIsNoApplicationOfSpringIsRefused() {
        Cli.Ended none =
                run("analyze", "--observe", "--spring", folder.resolve("none").toString());
        assertThat(none.code()).isEqualTo(254);
        assertThat(none.err()).contains("--observe --spring " + folder.resolve("none") + ": there is no folder");
        assertThat(run("analyze", "--observe", SHOP, "--spring", folder.toString())
                        .err())
                .contains("expected one of --observe CLASS, --observe --spring FOLDER and");
        assertThat(run("analyze", "--observe").err())
                .contains("--observe: expected one of --observe CLASS, --observe --spring FOLDER and");
    }
}
