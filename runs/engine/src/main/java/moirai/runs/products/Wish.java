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
 * What is asked of a product, in words that it {@linkplain Product#argument knows}.
 *
 * @param argument what followed the product's name and a colon; empty for nothing
 * @param isolation the level asked for; empty for the product's own default
 * @param storage how lists, or what else keys hold, are stored, where they stand in tables
 * @param settings variables of a product's servers, in its own words
 * @param cql how transactions are made of what Cassandra has, where it is that
 */
public record Wish(
        String argument,
        String isolation,
        ListStorage storage,
        Replicas replicas,
        Map<String, String> settings,
        Cql cql) {

    public Wish {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }

    /** The same, with the servers' variables and all that is Cassandra's own as they are by default. */
    public Wish(String argument, String isolation, ListStorage storage, Replicas replicas) {
        this(argument, isolation, storage, replicas, Map.of(), Cql.DEFAULT);
    }

    /**
     * What is asked of a product that {@linkplain Product#hasReplicas has replicas}.
     *
     * @param replication how long a commit waits for them
     * @param readsAt whether sessions are at them
     */
    public record Replicas(Replication replication, ReadsAt readsAt) {

        /** As PostgreSQL does if nobody says otherwise, and no session at them. */
        public static final Replicas DEFAULT = new Replicas(Replication.ASYNC, ReadsAt.PRIMARY);
    }

    /**
     * What is asked of Cassandra.
     *
     * @param write of appends; of lightweight transactions, of their commit
     * @param read of reads; lightweight transactions read at serial consistency
     */
    public record Cql(CqlMode mode, Consistency write, Consistency read) {

        /** What Cassandra has for whoever wants transactions. */
        public static final Cql DEFAULT = new Cql(CqlMode.LWT, Consistency.QUORUM, Consistency.QUORUM);

        /** In words that stand for a level of isolation, of which Cassandra has none: {@code batch quorum/one}. */
        String label() {
            return switch (mode) {
                case LWT -> mode.label();
                case COLLECTION, BATCH -> mode.label() + " " + write.label() + "/" + read.label();
            };
        }
    }

    /** The same for keys that hold this. */
    public Wish of(DataModel contents) {
        return new Wish(argument, isolation, storage.of(contents), replicas, settings, cql);
    }

    /** This level of a product, and all else as usual. */
    public static Wish of(String isolation) {
        return new Wish("", isolation, ListStorage.DEFAULT, Replicas.DEFAULT);
    }
}
