package moirai.runs.products;

import java.util.Map;
import moirai.nemesis.Cluster;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.Replication;
import moirai.runs.ClusterPlan;
import moirai.runs.sessions.ReadsAt;

/**
 * A plan for PostgreSQL from Maven Central.
 *
 * @param nodes the number of servers: a primary, and replicas
 * @param settings the settings of its servers
 */
record PostgresPlan(int nodes, Replication replication, ReadsAt readsAt, Map<String, String> settings)
        implements ClusterPlan {

    private static final String READS_AT = "reads at ";

    /** The words of {@link #arrangement} if sessions at replicas are compared with sessions at the primary. */
    static final String READS_AT_ALL = READS_AT + ReadsAt.ALL.label();

    /**
     * The words of {@link #arrangement} if no session only reads at the primary; sessions that write there read as
     * well.
     */
    static final String READS_AT_REPLICAS = READS_AT + ReadsAt.REPLICAS.label();

    @Override
    public String describe() {
        return switch (nodes) {
            case 1 -> "PostgreSQL";
            case 2 -> "PostgreSQL with a replica";
            default -> "PostgreSQL with " + (nodes - 1) + " replicas";
        };
    }

    @Override
    public Cluster make(int sessions) {
        return new PostgresCluster(new PostgresOptions(nodes, replication, sessions, settings));
    }

    @Override
    public String arrangement() {
        return nodes == 1 ? Settings.words(settings) : nodes + " nodes, " + replicas(replication, readsAt, settings);
    }

    /** Returns the arrangement of a cluster with replicas, in words. */
    static String replicas(Replication replication, ReadsAt readsAt, Map<String, String> settings) {
        String set = Settings.words(settings);
        return "replication " + replication.label()
                + (readsAt == ReadsAt.PRIMARY ? "" : ", " + READS_AT + readsAt.label())
                + (set.isEmpty() ? "" : ", " + set);
    }
}
