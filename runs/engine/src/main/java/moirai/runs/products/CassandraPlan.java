package moirai.runs.products;

import java.util.Map;
import moirai.nemesis.Cluster;
import moirai.nemesis.cassandra.CassandraCluster;
import moirai.nemesis.cassandra.CassandraOptions;
import moirai.runs.ClusterPlan;

/** A plan for Cassandra from Maven Central, each node in a JVM of its own. */
record CassandraPlan(int nodes, Map<String, String> settings) implements ClusterPlan {

    @Override
    public String describe() {
        String cluster = "Cassandra, " + arrangement();
        return CassandraCluster.toBeFetched()
                .map(what -> cluster + ", after fetching " + what)
                .orElse(cluster);
    }

    @Override
    public Cluster make(int sessions) {
        return new CassandraCluster(new CassandraOptions(nodes, settings));
    }

    @Override
    public String arrangement() {
        String set = Settings.words(settings);
        return (nodes == 1 ? "one node" : nodes + " nodes") + (set.isEmpty() ? "" : ", " + set);
    }
}
