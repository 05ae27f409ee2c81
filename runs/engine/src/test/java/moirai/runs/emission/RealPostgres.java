package moirai.runs.emission;

import java.util.Map;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;

/** One real server for all tests of this package; its watchdog ends it with the process. */
final class RealPostgres {

    static final PostgresCluster CLUSTER = start();

    private RealPostgres() {}

    private static PostgresCluster start() {
        var cluster = new PostgresCluster(new PostgresOptions(20, Map.of()));
        cluster.start();
        return cluster;
    }
}
