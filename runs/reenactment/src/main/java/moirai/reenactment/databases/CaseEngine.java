package moirai.reenactment.databases;

import moirai.reenactment.cassandra.CassandraTarget;

/** A database engine whose SQL, or CQL, cases are written in. */
public enum CaseEngine {
    POSTGRESQL("PostgreSQL", 1, Integer.MAX_VALUE, true, true),
    /** MariaDB: one server, or a Galera cluster. */
    MARIADB("MariaDB", 1, Integer.MAX_VALUE, false, true),
    CASSANDRA("Cassandra", CassandraTarget.NODES_MIN, CassandraTarget.NODES_MAX, false, false),
    H2("H2", 1, 1, false, true),
    HSQLDB("HSQLDB", 1, 1, false, true),
    /** The mock store, which takes the level of each case. */
    MOCK("mock store", 1, 1, false, true);

    private final String title;
    private final int nodesMin;
    private final int nodesMax;
    private final boolean isUsedAtUrl;
    private final boolean runsMethods;

    CaseEngine(String title, int nodesMin, int nodesMax, boolean isUsedAtUrl, boolean runsMethods) {
        this.title = title;
        this.nodesMin = nodesMin;
        this.nodesMax = nodesMax;
        this.isUsedAtUrl = isUsedAtUrl;
        this.runsMethods = runsMethods;
    }

    /** Returns the name for people. */
    String title() {
        return title;
    }

    /** Returns whether cases are replayed on this number of nodes that Moirai starts. */
    public boolean isReplayedOn(int nodes) {
        return nodesMin <= nodes && nodes <= nodesMax;
    }

    /** Returns whether cases are replayed on one server that exists. */
    public boolean isUsedAtUrl() {
        return isUsedAtUrl;
    }

    /** Returns whether the methods of an application can be run on one node. */
    public boolean runsMethods() {
        return runsMethods;
    }
}
