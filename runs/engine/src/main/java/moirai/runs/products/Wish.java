package moirai.runs.products;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlMode;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.DataModel;
import moirai.nemesis.postgres.Replication;
import moirai.runs.sessions.ReadsAt;

/**
 * The options with which a product is requested, in words that it {@linkplain Product#argument knows}.
 *
 * @param argument the text after the product's name and a colon; empty for none
 * @param isolation the requested level; empty for the product's own default
 * @param storage the way in which tables store lists and other contents of keys
 * @param cql the way in which Cassandra's transactions are made
 */
public record Wish(
        String argument, String isolation, ListStorage storage, Replicas replicas, Servers servers, Cql cql) {

    /** Creates a wish with the default options of servers and the default options of Cassandra. */
    public Wish(String argument, String isolation, ListStorage storage, Replicas replicas) {
        this(argument, isolation, storage, replicas, Servers.DEFAULT, Cql.DEFAULT);
    }

    /**
     * The options of servers that Moirai starts.
     *
     * @param settings variables, in the product's own words
     * @param version of the programs; empty for the usual one
     * @param upgradeTo the version that a nemesis brings them to; empty if it brings them to none
     */
    public record Servers(Map<String, String> settings, String version, String upgradeTo) {

        /** The usual version without variables. */
        public static final Servers DEFAULT = new Servers(Map.of(), "", "");

        /** Servers of one version that can be brought to another, to see what faults there can be. */
        public static final Servers OF_TWO_VERSIONS = new Servers(Map.of(), "18.0", "18.6");

        public Servers {
            settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        }
    }

    /**
     * The options of a product that {@linkplain Product#hasReplicas has replicas}.
     *
     * @param replication how long a commit waits for them
     * @param readsAt whether sessions are at them
     */
    public record Replicas(Replication replication, ReadsAt readsAt) {

        /** The defaults: replication as PostgreSQL configures it by default, and no session at replicas. */
        public static final Replicas DEFAULT = new Replicas(Replication.ASYNC, ReadsAt.PRIMARY);
    }

    /**
     * The options of Cassandra.
     *
     * @param write the consistency of appends; for lightweight transactions, of their commit
     * @param read the consistency of reads; lightweight transactions read at serial consistency
     */
    public record Cql(CqlMode mode, Consistency write, Consistency read) {

        /** The defaults, which are Cassandra's strongest form of transactions. */
        public static final Cql DEFAULT = new Cql(CqlMode.LWT, Consistency.QUORUM, Consistency.QUORUM);

        /** Returns words that stand for an isolation level, of which Cassandra has none: {@code batch quorum/one}. */
        String label() {
            return switch (mode) {
                case LWT -> mode.label();
                case COLLECTION, BATCH -> mode.label() + " " + write.label() + "/" + read.label();
            };
        }
    }

    /** Returns the same wish for keys with these contents. */
    public Wish of(DataModel contents) {
        return new Wish(argument, isolation, storage.of(contents), replicas, servers, cql);
    }

    /** Returns the variables of servers. */
    Map<String, String> settings() {
        return servers.settings();
    }

    /** Returns a wish for this level, with all other options at their defaults. */
    public static Wish of(String isolation) {
        return new Wish("", isolation, ListStorage.DEFAULT, Replicas.DEFAULT);
    }
}
