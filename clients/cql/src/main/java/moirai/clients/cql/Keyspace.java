package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import moirai.clients.ClientException;
import moirai.history.DataModel;

/**
 * The keyspace of a run with its one table, which no other program has a reason to touch.
 *
 * @param table its name without the keyspace's
 */
record Keyspace(String name, String table, DataModel contents) {

    /** The comment that identifies the table of a run. */
    static final String MARK = "made by Moirai for one run";

    private static final Pattern OF_RUN = Pattern.compile("moirai_run_[0-9a-f]{12}");

    private static final int RANDOM_BYTES = 6;

    /** The time limit of statements about the schema, of which the first take seconds. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** A node that missed a change waits a minute until it asks for it, so agreement may take longer than that. */
    private static final Duration AGREEMENT_TIMEOUT = Duration.ofSeconds(90);

    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Returns the keyspace in a cluster that one run has for itself. */
    static Keyspace ofCluster(DataModel contents) {
        return new Keyspace("moirai", contents.plural(), contents);
    }

    /** Returns a keyspace with a name of its own, so that it collides with no other run, living or dead. */
    static Keyspace ofRun(DataModel contents) {
        byte[] bytes = new byte[RANDOM_BYTES];
        new SecureRandom().nextBytes(bytes);
        String id = HexFormat.of().formatHex(bytes);
        return new Keyspace("moirai_run_" + id, contents.plural() + "_" + id, contents);
    }

    /** Returns whether a keyspace has the name of a run's. */
    static boolean isOfRun(String name) {
        return OF_RUN.matcher(name).matches();
    }

    /** Returns the table with its keyspace. */
    String path() {
        return name + "." + table;
    }

    /** Creates the keyspace, which has to be dropped from here on, without its table. */
    void create(CqlSession session, Topology topology) {
        // Not "if it does not exist": what exists is somebody else's.
        define(session, "CREATE KEYSPACE " + name + " WITH replication = " + topology.replication());
    }

    /** Creates the table in the keyspace and waits until all nodes know it. */
    void createTable(CqlSession session) {
        String type = switch (contents) {
            case LIST_APPEND -> "list<int>";
            case REGISTER -> "int";
            case SET -> "set<int>";
            case COUNTER -> "counter";
        };
        define(
                session,
                "CREATE TABLE " + path() + " (k int PRIMARY KEY, v " + type + ") WITH comment = '" + MARK + "'");
        awaitAgreement(session);
    }

    void drop(CqlSession session) {
        drop(session, name);
    }

    static void drop(CqlSession session, String name) {
        define(session, "DROP KEYSPACE IF EXISTS " + name);
    }

    static void define(CqlSession session, String statement) {
        session.execute(SimpleStatement.newInstance(statement).setTimeout(TIMEOUT));
    }

    /**
     * Waits until all nodes have one schema. The driver would ask only the nodes that it is connected to, which is one.
     */
    static void awaitAgreement(CqlSession session) {
        long deadline = System.nanoTime() + AGREEMENT_TIMEOUT.toNanos();
        while (!isAgreed(session)) {
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                throw new ClientException("not all nodes have the same schema after " + AGREEMENT_TIMEOUT.toSeconds()
                        + " s: one may be down");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static boolean isAgreed(CqlSession session) {
        var versions = new HashSet<UUID>();
        for (Row row : session.execute("SELECT schema_version FROM system.local")) {
            versions.add(row.getUuid(0));
        }
        for (Row row : Topology.peers(session, "schema_version")) {
            versions.add(row.getUuid(0));
        }
        return versions.size() == 1;
    }
}
