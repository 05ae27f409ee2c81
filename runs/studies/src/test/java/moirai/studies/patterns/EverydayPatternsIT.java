package moirai.studies.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.util.DriverDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.reenactment.ServerTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The four patterns that people try first, and their unsafe twins, by their own methods on PostgreSQL. */
class EverydayPatternsIT {

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenUnsafelyManifestsAndNothingElse() throws Exception {
        try (var cluster = new PostgresCluster(new PostgresOptions(6, Map.of("fsync", "off")))) {
            cluster.start();
            var target = new ServerTarget(
                    "PostgreSQL",
                    new DriverDataSource(cluster.url(), null, new Properties(), cluster.user(), cluster.password()),
                    Connection.TRANSACTION_READ_COMMITTED);
            for (String pattern : List.of("stock", "booking", "queue")) {
                for (Variant variant : Variant.of(pattern)) {
                    try (Trial trial = Trial.of(variant, folder)) {
                        assertThat(trial.run(target, 2).isAnomalous())
                                .as(variant.toString())
                                .isEqualTo(!variant.isSafe());
                    }
                }
            }
        }
    }
}
