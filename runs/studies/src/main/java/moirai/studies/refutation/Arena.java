package moirai.studies.refutation;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.studies.refutation.programs.RandomProgram;
import moirai.studies.refutation.programs.TestedLevel;

/** A PostgreSQL server on which calls of random programs meet. Used by one thread. */
final class Arena implements AutoCloseable {

    /** The most calls at once. */
    static final int SESSIONS = 3;

    private static final int CONNECTIONS_EACH = 2;

    private static final Map<String, String> SETTINGS = Map.of(
            "fsync", "off",
            "synchronous_commit", "off",
            "full_page_writes", "off",
            "deadlock_timeout", "10ms",
            "lock_timeout", "200ms");

    private final PostgresCluster cluster;
    private final ExecutorService threads = Executors.newFixedThreadPool(SESSIONS);
    private final Map<List<String>, String> schemas = new HashMap<>();
    private final List<List<Connection>> connections = new ArrayList<>();
    private final Connection own;
    private final PreparedStatement waiting;
    private String schema = "";
    private int level;

    private Arena(PostgresCluster cluster) throws SQLException {
        this.cluster = cluster;
        this.own = connect();
        var processes = new ArrayList<String>();
        for (int session = 0; session < SESSIONS; session++) {
            var pair = new ArrayList<Connection>();
            for (int i = 0; i < CONNECTIONS_EACH; i++) {
                Connection connection = connect();
                pair.add(connection);
                processes.add(asked(connection, "SELECT pg_backend_pid()"));
            }
            connections.add(pair);
        }
        this.waiting = own.prepareStatement("SELECT "
                + processes.stream()
                        .map(process -> "EXISTS (SELECT 1 FROM pg_stat_get_activity(" + process
                                + ") WHERE wait_event_type = 'Lock')")
                        .collect(Collectors.joining(", ")));
    }

    /** Starts a server. */
    static Arena start() throws SQLException {
        var cluster = new PostgresCluster(new PostgresOptions(SESSIONS * CONNECTIONS_EACH + 1, SETTINGS));
        cluster.start();
        try {
            return new Arena(cluster);
        } catch (SQLException | RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    private Connection connect() throws SQLException {
        String url = cluster.url();
        return DriverManager.getConnection(
                url + (url.contains("?") ? "&" : "?") + "prepareThreshold=0", cluster.user(), cluster.password());
    }

    private static String asked(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Goes to a schema with the tables of a program, at a level. */
    void enter(RandomProgram program, TestedLevel wanted) throws SQLException {
        String name = schemas.get(program.ddl());
        if (name == null) {
            name = "random_" + schemas.size();
            run(
                    own,
                    "CREATE SCHEMA " + name + "; SET search_path TO " + name + "; " + String.join("; ", program.ddl()));
            schemas.put(program.ddl(), name);
            schema = "";
        }
        if (!name.equals(schema) || level != wanted.jdbcLevel()) {
            schema = name;
            level = wanted.jdbcLevel();
            run(own, "SET search_path TO " + name);
            for (Connection connection :
                    connections.stream().flatMap(List::stream).toList()) {
                connection.setAutoCommit(true);
                run(connection, "SET search_path TO " + name);
                connection.setTransactionIsolation(level);
            }
        }
        run(own, "VACUUM acc, log"); // Thousands of dead rows make each statement slow.
    }

    /** Returns whether the database takes these rows. */
    boolean accepts(Rows rows) throws SQLException {
        try {
            run(own, rows.sql());
            return true;
        } catch (SQLException refused) {
            if (String.valueOf(refused.getSQLState()).startsWith("23")) {
                return false;
            }
            throw refused;
        }
    }

    /** Runs calls one after the other, from these rows. */
    Execution serially(RandomProgram program, Class<?> code, Rows rows, List<Call> calls) throws SQLException {
        run(own, rows.sql());
        var ended = new ArrayList<Ended>();
        boolean isWhole = true;
        for (Call call : calls) {
            var conductor = new Conductor(1, true);
            ended.add(new HeldCall(0, connections.getFirst(), conductor).run(program, code, call));
            isWhole &= conductor.isWhole();
        }
        return new Execution(ended, left(), List.of(), isWhole);
    }

    /** Runs calls at once, their steps in this order as far as possible. */
    Execution together(RandomProgram program, Class<?> code, Rows rows, List<Call> calls, List<Integer> order)
            throws SQLException {
        run(own, rows.sql());
        var conductor = new Conductor(calls.size(), false);
        var running = new ArrayList<Future<Ended>>();
        for (int i = 0; i < calls.size(); i++) {
            int session = i;
            running.add(threads.submit(() -> {
                try {
                    return new HeldCall(session, connections.get(session), conductor)
                            .run(program, code, calls.get(session));
                } finally {
                    conductor.end(session);
                }
            }));
        }
        conductor.conduct(order, this::waitingSessions);
        var ended = new ArrayList<Ended>();
        for (Future<Ended> one : running) {
            ended.add(result(one));
        }
        return new Execution(ended, left(), conductor.order(), conductor.isWhole());
    }

    private static Ended result(Future<Ended> running) throws SQLException {
        try {
            return running.get();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof SQLException refused) {
                throw refused;
            }
            throw new IllegalStateException("a call could not be run", failed.getCause());
        }
    }

    private boolean[] waitingSessions() throws SQLException {
        var sessions = new boolean[SESSIONS];
        try (ResultSet rows = waiting.executeQuery()) {
            rows.next();
            for (int i = 0; i < SESSIONS * CONNECTIONS_EACH; i++) {
                sessions[i / CONNECTIONS_EACH] |= rows.getBoolean(i + 1);
            }
        }
        return sessions;
    }

    private String left() throws SQLException {
        return asked(
                own,
                "SELECT CONCAT((SELECT STRING_AGG(t::text, ' ' ORDER BY t.id) FROM acc t), ' | ',"
                        + " (SELECT STRING_AGG(t::text, ' ' ORDER BY t.id) FROM log t))");
    }

    @Override
    public void close() {
        threads.shutdownNow();
        cluster.close();
    }
}
