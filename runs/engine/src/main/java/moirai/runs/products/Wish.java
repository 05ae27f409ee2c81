package moirai.runs.products;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
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
 */
public record Wish(
        String argument, String isolation, ListStorage storage, Replicas replicas, Map<String, String> settings) {

    public Wish {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }

    /** The same, with the servers' variables as they are by default. */
    public Wish(String argument, String isolation, ListStorage storage, Replicas replicas) {
        this(argument, isolation, storage, replicas, Map.of());
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

    /** The same for keys that hold this. */
    public Wish of(DataModel contents) {
        return new Wish(argument, isolation, storage.of(contents), replicas, settings);
    }

    /** This level of a product, and all else as usual. */
    public static Wish of(String isolation) {
        return new Wish("", isolation, ListStorage.DEFAULT, Replicas.DEFAULT);
    }
}
