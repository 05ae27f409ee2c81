package moirai.reenactment.replicas;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** The control of each replica's progress, on sessions of its own. Thread-safe. */
final class Streaming implements AutoCloseable {

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long BRIEF_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** The name of a standby that never connects. */
    private static final String AWAY = "moirai_away";

    /** The connections to the nodes, the primary's first. */
    private final List<Connection> nodes = new ArrayList<>();

    Streaming(List<DataSource> sources) throws SQLException {
        try {
            for (DataSource source : sources) {
                nodes.add(source.getConnection());
            }
        } catch (SQLException failure) {
            close();
            throw failure;
        }
    }

    /** Makes all replicas continue. */
    synchronized void resumeAll() throws SQLException {
        for (int node = 1; node < nodes.size(); node++) {
            ask(node, "SELECT pg_wal_replay_resume()::text");
        }
    }

    /** Makes these replicas apply all that the primary has written, and holds them there. */
    synchronized void advance(List<Integer> followers) throws SQLException {
        String written = ask(0, "SELECT pg_current_wal_lsn()::text");
        for (int node : followers) {
            ask(node, "SELECT pg_wal_replay_resume()::text");
        }
        for (int node : followers) {
            await(node, "SELECT (pg_last_wal_replay_lsn() >= ?::pg_lsn)::text", written);
            ask(node, "SELECT pg_wal_replay_pause()::text");
            await(node, "SELECT (pg_get_wal_replay_pause_state() = ?)::text", "paused");
        }
    }

    /** Returns the replicas' numbers. */
    List<Integer> replicas() {
        var numbers = new ArrayList<Integer>();
        for (int node = 1; node < nodes.size(); node++) {
            numbers.add(node);
        }
        return numbers;
    }

    /** Makes each COMMIT that waits for standbys wait until it is {@linkplain #release released}, from now on. */
    synchronized void sendStandbyAway() throws SQLException {
        ask(0, "ALTER SYSTEM SET synchronous_standby_names = '" + AWAY + "'");
        ask(0, "SELECT pg_reload_conf()::text");
        await(0, "SELECT (current_setting('synchronous_standby_names') = ?)::text", AWAY);
    }

    /** Restores the wait for standbys as the server was set up. */
    synchronized void forgetStandby() throws SQLException {
        ask(0, "ALTER SYSTEM RESET synchronous_standby_names");
        ask(0, "SELECT pg_reload_conf()::text");
    }

    /** Returns when the session waits for standbys. */
    void awaitCommitted(int pid) throws SQLException {
        await(
                0,
                "SELECT count(*)::text FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND pid = ?::int",
                String.valueOf(pid));
    }

    /** Ends the session's wait for standbys; its transaction is committed. */
    synchronized void release(int pid) throws SQLException {
        ask(0, "SELECT pg_cancel_backend(" + pid + ")::text");
    }

    private void await(int node, String question, String argument) throws SQLException {
        long began = System.nanoTime();
        while (!isTrue(node, question, argument)) {
            if (System.nanoTime() - began > LIMIT_NANOS) {
                throw new SQLException((node == 0 ? "the primary" : "replica " + node) + " did not get there in "
                        + TimeUnit.NANOSECONDS.toSeconds(LIMIT_NANOS) + " s: " + question + " with " + argument);
            }
            LockSupport.parkNanos(BRIEF_NANOS);
        }
    }

    private synchronized boolean isTrue(int node, String question, String argument) throws SQLException {
        try (PreparedStatement query = nodes.get(node).prepareStatement(question)) {
            query.setString(1, argument);
            try (ResultSet rows = query.executeQuery()) {
                String answer = rows.next() ? rows.getString(1) : "";
                return answer.equals("true") || answer.equals("1");
            }
        }
    }

    private String ask(int node, String question) throws SQLException {
        try (PreparedStatement query = nodes.get(node).prepareStatement(question)) {
            if (!query.execute()) {
                return "";
            }
            try (ResultSet rows = query.getResultSet()) {
                return rows.next() ? rows.getString(1) : "";
            }
        }
    }

    @Override
    public void close() throws SQLException {
        for (Connection node : nodes) {
            node.close();
        }
    }
}
