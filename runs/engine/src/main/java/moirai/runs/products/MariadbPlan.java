package moirai.runs.products;

import java.util.Map;
import moirai.nemesis.Cluster;
import moirai.nemesis.mariadb.MariadbCluster;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.runs.ClusterPlan;

/**
 * A plan for MariaDB from the machine's packages.
 *
 * @param nodes 1 for a single server; more for a Galera cluster, where every node takes writes
 * @param settings the settings of its servers
 */
record MariadbPlan(int nodes, Map<String, String> settings) implements ClusterPlan {

    @Override
    public String describe() {
        return nodes == 1 ? "MariaDB" : "a Galera cluster of " + nodes + " nodes";
    }

    @Override
    public Cluster make(int sessions) {
        return new MariadbCluster(new MariadbOptions(nodes, sessions, settings));
    }

    @Override
    public String arrangement() {
        String set = Settings.words(settings);
        return nodes == 1 ? set : nodes + " nodes" + (set.isEmpty() ? "" : ", " + set);
    }
}
