package moirai.cli.predicting;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.cli.Cli;
import moirai.nemesis.mariadb.MariadbPrograms;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cases of a shop, replayed by its own methods on a MariaDB server. */
class OwnCodeIT {

    private static final String SHOP = "../programs/src/main/java/moirai/programs/shop";

    @TempDir
    Path folder;

    private Cli.Ended run(String isolation) {
        MariadbPrograms.missing(1).ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
        String store = folder.toString();
        return Cli.plain()
                .run("schedule", "run", SHOP, "--level=RC", "--store", store, "--db=mariadb", "--isolation", isolation);
    }

    @Test
    void theShopLosesStockUnlessMariadbIsSerializable() {
        Cli.Ended weak = run("read-committed");
        assertThat(weak.out())
                .contains("replayed   on MariaDB at read committed, by the methods themselves\n")
                .contains("1. sell, sell: manifested: final state\n");
        assertThat(weak.code()).isEqualTo(1);

        Cli.Ended strong = run("serializable");
        assertThat(strong.out()).contains("by the methods themselves\n").doesNotContain("manifested");
        assertThat(strong.code()).isZero();
    }
}
