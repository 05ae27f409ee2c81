package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import moirai.clients.ClientException;

/** The keyspace of a run with its one table, which nobody else has a reason to touch. */
final class Keyspace {

    static final String NAME = "moirai";

    static final String TABLE = NAME + ".lists";

    private static final int REPLICAS_MAX = 3;

    /** The first statements about a schema take seconds, for every node has to agree. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Duration PAUSE = Duration.ofMillis(50);

    private Keyspace() {}

    /** Makes it, with three replicas of each list if there are as many nodes. */
    static void create(CqlSession session) {
        String center = session.getMetadata().getNodes().values().stream()
                .map(Node::getDatacenter)
                .filter(name -> name != null)
                .findFirst()
                .orElseThrow(() -> new ClientException("the node does not say of which data center it is"));
        int replicas = Math.min(REPLICAS_MAX, session.getMetadata().getNodes().size());
        // Not "if it does not exist": what exists is somebody else's.
        define(
                session,
                "CREATE KEYSPACE " + NAME + " WITH replication = {'class': 'NetworkTopologyStrategy', '"
                        + center.replace("'", "''") + "': " + replicas + "}");
        define(session, "CREATE TABLE " + TABLE + " (k int PRIMARY KEY, v list<int>)");
        awaitAgreement(session);
    }

    static void drop(CqlSession session) {
        define(session, "DROP KEYSPACE IF EXISTS " + NAME);
    }

    private static void define(CqlSession session, String statement) {
        session.execute(SimpleStatement.newInstance(statement).setTimeout(TIMEOUT));
    }

    /** The driver would ask those alone that it is connected to, which is one. */
    private static void awaitAgreement(CqlSession session) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (!isAgreed(session)) {
            if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                throw new ClientException("not all nodes have the keyspace " + NAME + " after " + TIMEOUT.toSeconds()
                        + " s: one may be down");
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static boolean isAgreed(CqlSession session) {
        var versions = new HashSet<UUID>();
        for (String table : List.of("system.local", "system.peers_v2")) {
            for (Row row : session.execute("SELECT schema_version FROM " + table)) {
                versions.add(row.getUuid(0));
            }
        }
        return versions.size() == 1;
    }
}
