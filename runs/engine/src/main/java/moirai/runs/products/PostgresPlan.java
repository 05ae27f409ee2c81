package moirai.runs.products;

import moirai.nemesis.Cluster;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;
import moirai.runs.ClusterPlan;

/**
 * PostgreSQL from Maven Central.
 *
 * @param nodes a primary and the rest replicas
 */
record PostgresPlan(int nodes, Replication replication) implements ClusterPlan {

    /** One server. */
    static final PostgresPlan SINGLE = new PostgresPlan(1, Replication.ASYNC);

    @Override
    public String describe() {
        return "PostgreSQL";
    }

    @Override
    public Cluster make(int sessions) {
        return new PostgresCluster(PostgresOptions.replicated(nodes, replication, sessions));
    }
}
