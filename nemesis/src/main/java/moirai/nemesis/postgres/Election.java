package moirai.nemesis.postgres;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.ClusterException;
import moirai.nemesis.Node.State;
import moirai.nemesis.process.Pauses;

/*
 * With synchronous replication a commit is acknowledged when the primary and k other nodes have it, k = N / 2 of N
 * nodes. Of the N - 1 others, any N - k hold at least one of those k, so the one of them that has received most has
 * every acknowledged commit. With fewer answers it may be missing, and nobody would know.
 *
 * A position is a timeline and then a place in it: what a node has of a former timeline may reach further than all of
 * the present one, and is worth nothing. The timeline is the highest of its segments of log; histories of timelines,
 * which a node is given before it follows them, have other names.
 */
/** Chooses the replica that becomes the primary when there is none. */
final class Election {

    private static final long PATIENCE_MILLIS = 5_000;
    private static final long STEADY_MILLIS = 100;

    private static final String POSITION = "SELECT (SELECT coalesce(max(('x' || substr(name, 1, 8))::bit(32)::int), 0)"
            + " FROM pg_ls_waldir() WHERE name ~ '^[0-9A-F]{24}$') || ' ' || pg_wal_lsn_diff("
            + "greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::bigint";

    private final List<PostgresNode> replicas;
    private final int answersMin;

    /** The amount of log that a replica has. */
    record Position(int timeline, long bytes) implements Comparable<Position> {

        private static final Comparator<Position> ORDER =
                Comparator.comparingInt(Position::timeline).thenComparingLong(Position::bytes);

        static Position parse(String answer) {
            int space = answer.indexOf(' ');
            return new Position(
                    Integer.parseInt(answer.substring(0, space)), Long.parseLong(answer.substring(space + 1)));
        }

        @Override
        public int compareTo(Position other) {
            return ORDER.compare(this, other);
        }
    }

    /** @param replicas all nodes but the former primary, which must be dead: what it still sent might be missed */
    Election(List<PostgresNode> replicas, Replication replication) {
        this.replicas = replicas;
        this.answersMin = replication.answersMin(replicas.size() + 1);
    }

    /**
     * Returns the replica that has received most; the first of several.
     *
     * @throws ClusterException if too few answer
     */
    PostgresNode choose() {
        Map<Integer, Position> answers = steady();
        if (answers.size() < answersMin) {
            throw new ClusterException("only " + answers.size() + " of " + replicas.size()
                    + " replicas say what they have received, and " + answersMin
                    + " have to, or acknowledged commits might be lost");
        }
        return answers.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> replicas.get(most.getKey()))
                .orElseThrow();
    }

    /**
     * Returns the replicas' positions when enough have answered and nothing more comes. Replicas may be about to start,
     * and what has arrived may still be on its way to the disk.
     */
    private Map<Integer, Position> steady() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        Map<Integer, Position> before = positions();
        while (true) {
            Pauses.until(STEADY_MILLIS, () -> false);
            Map<Integer, Position> now = positions();
            boolean isEnough = now.size() >= answersMin && now.equals(before);
            if (isEnough || System.nanoTime() - deadline > 0) {
                return now;
            }
            before = now;
        }
    }

    /** Returns the positions by the replicas' indices, without those that do not answer. */
    private Map<Integer, Position> positions() {
        var positions = new TreeMap<Integer, Position>();
        for (int i = 0; i < replicas.size(); i++) {
            PostgresNode replica = replicas.get(i);
            if (replica.state() == State.RUNNING) {
                try {
                    positions.put(i, Position.parse(replica.ask(POSITION)));
                } catch (ClusterException | NumberFormatException | StringIndexOutOfBoundsException noAnswer) {
                    // Such as a copy that is not whole yet: it cannot be promoted, and nobody knows what it has.
                    positions.remove(i);
                }
            }
        }
        return positions;
    }
}
