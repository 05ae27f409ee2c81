package moirai.nemesis.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Locale;
import moirai.nemesis.ClusterException;

/*
 * A server that is promoted begins the timeline after the highest whose history it has. Two that never heard of each
 * other would so begin the same number, and a node that has followed one of them would be taken for a follower of the
 * other, and follow it for ever without getting anywhere. So no number is used twice: a server is given histories of
 * all numbers that were used before. Only the names of these count; the server writes the true history of its own one.
 */
/** Makes a replica the primary, on a timeline that no node was on before. Used by one thread at a time. */
final class Promotion {

    private static final int PATIENCE_SECONDS = 8;

    /** The highest timeline that any node may be on. */
    private int timelines = 1;

    /**
     * Promotes a replica and returns whether it was promoted. A promoted replica may be dead, and has to be started as
     * the primary. A replica that was not promoted is dead, has never taken a write, and is marked to be copied at its
     * next start.
     *
     * @param replica runs
     */
    boolean promote(PostgresNode replica) {
        try {
            reserve(replica);
            if (replica.ask("SELECT pg_promote(true, " + PATIENCE_SECONDS + ")", PATIENCE_SECONDS + 2)
                    .equals("t")) {
                return true;
            }
        } catch (ClusterException | IOException noAnswer) {
            System.getLogger(Promotion.class.getName())
                    .log(System.Logger.Level.DEBUG, replica.name() + " did not say that it is promoted", noAnswer);
        }
        return settle(replica);
    }

    private void reserve(PostgresNode replica) throws IOException {
        for (int timeline = 2; timeline <= timelines; timeline++) {
            var history =
                    replica.dataDirectory().resolve("pg_wal/" + String.format(Locale.ROOT, "%08X.history", timeline));
            if (!Files.exists(history)) {
                Files.writeString(history, "1\t0/1\tused by another node\n");
                replica.give(history);
            }
        }
        timelines++;
    }

    /**
     * Kills the replica and reads from its files whether it was promoted: it removes the mark of a replica before it
     * takes its first write. Without that, it may have been promoted unnoticed, or be promoted later.
     */
    private static boolean settle(PostgresNode replica) {
        replica.kill();
        replica.powerOn();
        boolean isReplica = replica.isReplica();
        if (isReplica) {
            replica.makeOrphan();
        }
        return !isReplica;
    }
}
