package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.programs.shop.Shop;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases of a shop, replayed by its own compiled methods. */
class OwnCodeTest {

    private static final String PROGRAMS = "../programs/src/main/java/moirai/programs/";

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
        for (String database : new String[] {"cassandra:3", "postgres:3", "mariadb"}) {
            Cli.Ended ended = run("shop", compiled(), "--db", database);
            assertThat(ended.code()).isEqualTo(254);
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err())
                    .contains("--classpath: methods are not run on ", "expected --db with one of postgres, h2");
        }
    }

    @Test
    void whatIsNotOnTheClassPathIsNamed() {
        Cli.Ended ended = run("shop", folder.toString(), "--db", "mock");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--classpath: no class moirai.programs.shop.Shop on [" + folder + "]; expected the folder");
    }

    @Test
    void anAnalysisThatIsKeptHasNoMethods() {
        Cli.plain().run("schedule", "analyze", PROGRAMS + "shop", "--store", folder.toString());
        Cli.Ended ended =
                Cli.plain().run("schedule", "run", "--classpath", "x", "--db", "mock", "--store", folder.toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--classpath: an analysis that is kept does not have the methods; expected PATH");
    }
}
