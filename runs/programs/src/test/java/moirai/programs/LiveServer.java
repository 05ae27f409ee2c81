package moirai.programs;

import java.sql.Connection;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.programs.sql.ServerTarget;

/** One real server for all tests of this process; its watchdog ends it with the process. */
final class LiveServer {

    private static final PostgresCluster CLUSTER = start();

    private LiveServer() {}

    private static PostgresCluster start() {
        var cluster = new PostgresCluster(PostgresOptions.forSessions(10));
        cluster.start();
        return cluster;
    }

    static ServerTarget serializable() {
        return at(Connection.TRANSACTION_SERIALIZABLE);
    }

    static ServerTarget at(int isolation) {
        return new ServerTarget(CLUSTER.url(), CLUSTER.user(), CLUSTER.password(), isolation);
    }
}
