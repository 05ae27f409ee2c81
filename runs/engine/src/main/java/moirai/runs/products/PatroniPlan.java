package moirai.runs.products;

import java.util.Map;
import moirai.nemesis.Cluster;
import moirai.nemesis.patroni.PatroniCluster;
import moirai.nemesis.patroni.PatroniOptions;
import moirai.nemesis.postgres.Replication;
import moirai.runs.ClusterPlan;
import moirai.runs.sessions.ReadsAt;

/**
 * A plan for PostgreSQL under Patroni, both from packages.
 *
 * @param settings the settings of its servers and of Patroni
 */
record PatroniPlan(int nodes, Replication replication, ReadsAt readsAt, Map<String, String> settings)
        implements ClusterPlan {

    /** The words of {@link #arrangement} that identify such a cluster and no other. */
    static final String UNDER_PATRONI = "nodes under Patroni";

    @Override
    public String describe() {
        return "PostgreSQL under Patroni, " + nodes + " nodes";
    }

    @Override
    public Cluster make(int sessions) {
        return new PatroniCluster(new PatroniOptions(nodes, replication, sessions, settings));
    }

    @Override
    public String arrangement() {
        return nodes + " " + UNDER_PATRONI + ", " + PostgresPlan.replicas(replication, readsAt, settings);
    }
}
