package moirai.nemesis.postgres;

import java.time.Duration;
import java.util.List;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.State;
import moirai.nemesis.process.Pauses;

/**
 * Waits for replicas to show what the primary has. First waits for statements at the primary whose client is gone: a
 * server does not notice that before it is done, and may commit then.
 */
final class CatchingUp {

    private static final String BUSY = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
            + " AND state <> 'idle' AND pid <> pg_backend_pid()";

    private final List<PostgresNode> nodes;
    private final PostgresNode primary;

    CatchingUp(List<PostgresNode> nodes, PostgresNode primary) {
        this.nodes = nodes;
        this.primary = primary;
    }

    /** Waits at most that long, and returns whether all replicas have caught up. */
    boolean isDoneWithin(Duration atMost) {
        return Pauses.until(atMost.toMillis(), () -> isIdle() && isShownByAll());
    }

    private boolean isIdle() {
        return answers(primary, BUSY, "0");
    }

    /**
     * Returns whether all replicas show the primary's position. No session writes any more, so the position hardly
     * changes. It is the position of what is on the disk, as all acknowledged commits are. The position of the next
     * record would not do: it may be behind the header of a page that is still empty, and no replica ever gets there.
     */
    private boolean isShownByAll() {
        try {
            String position = primary.ask("SELECT pg_current_wal_flush_lsn()");
            return nodes.stream().filter(node -> node != primary).allMatch(node -> hasReplayed(node, position));
        } catch (ClusterException noAnswer) {
            return false;
        }
    }

    private boolean hasReplayed(PostgresNode node, String position) {
        return Following.isFollowing(node, primary)
                && answers(node, "SELECT pg_last_wal_replay_lsn() >= '" + position + "'::pg_lsn", "t");
    }

    private static boolean answers(PostgresNode node, String query, String expected) {
        try {
            return node.state() == State.RUNNING && node.ask(query).equals(expected);
        } catch (ClusterException noAnswer) {
            return false;
        }
    }
}
