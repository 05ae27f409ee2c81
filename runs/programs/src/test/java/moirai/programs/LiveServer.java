package moirai.programs;

import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.programs.sql.ServerTarget;

/** A real server for all tests of this process; its watchdog ends it with the process. */
final class LiveServer {

    private static final PostgresCluster CLUSTER = start();

    private LiveServer() {}

    private static PostgresCluster start() {
        var cluster = new PostgresCluster(PostgresOptions.forSessions(10));
        cluster.start();
        return cluster;
    }

    static ServerTarget serializable() {
        return at(SqlIsolation.SERIALIZABLE);
    }

    static ServerTarget at(SqlIsolation isolation) {
        return new ServerTarget(new Endpoint(CLUSTER.url(), CLUSTER.user(), CLUSTER.password()), isolation);
    }
}
