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
 * @param settings variables of a product's servers, in its own words
 * @param cql the way in which Cassandra's transactions are made
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

    /** Creates a wish with the default variables of servers and the default options of Cassandra. */
    public Wish(String argument, String isolation, ListStorage storage, Replicas replicas) {
        this(argument, isolation, storage, replicas, Map.of(), Cql.DEFAULT);
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
        return new Wish(argument, isolation, storage.of(contents), replicas, settings, cql);
    }

    /** Returns a wish for this level, with all other options at their defaults. */
    public static Wish of(String isolation) {
        return new Wish("", isolation, ListStorage.DEFAULT, Replicas.DEFAULT);
    }
}
