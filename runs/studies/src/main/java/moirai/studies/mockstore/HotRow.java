package moirai.studies.mockstore;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.wire.MockServer;

/**
 * Measures how often a transaction has to be tried until it commits when eight clients read and write one row, by the
 * number of versions that the row had before: at each level, over the wire with PostgreSQL's driver. A refused
 * transaction (40001, 40P01) is tried again at once. The clients are new for each number of versions.
 *
 * <p>{@code scripts/program-throughput hot-row [VERSIONS…]}
 */
public final class HotRow {

    private static final Seed SEED = new Seed(42);
    private static final int CLIENTS = 8;
    private static final int COMMITS = 40;
    private static final int ATTEMPTS_MAX = 5_000;
    private static final String READ = "SELECT n FROM hot WHERE id = 1";

    private HotRow() {}

    /**
     * Measures each level, and prints the attempts of a commit: median, 99th percentile and maximum.
     *
     * @param args numbers of versions, ascending
     */
    @SuppressWarnings("SystemOut") // Its output is its purpose.
    public static void main(String[] args) throws Exception {
        List<Integer> versions = List.of(args).stream().map(Integer::valueOf).toList();
        System.out.printf("%-30s", "attempts: median/99 %/max");
        versions.forEach(count -> System.out.printf(Locale.ROOT, "%,16d", count));
        System.out.println();
        for (var name : StoreLevels.ALL.names()) {
            System.out.printf("%-30s%s%n", name.label(), String.join("", measure(name.level(), versions)));
        }
    }

    private static List<String> measure(StoreLevel level, List<Integer> versions) throws Exception {
        var options = new StoreOptions(level, SEED, Policy.UNIFORM.chooser(SEED), Schedule.interleaved());
        var database = new SqlDatabase(new MockStore(options));
        var cells = new ArrayList<String>();
        try (var server = MockServer.start(database, 0);
                SqlSession writer = database.session()) {
            execute(writer, "CREATE TABLE hot (id int PRIMARY KEY, n int)");
            execute(writer, "INSERT INTO hot VALUES (1, 0)");
            database.store().checkpoint();
            int known = 0;
            for (int count : versions) {
                for (; known < count; known++) {
                    executeAgain(writer, "UPDATE hot SET n = " + known + " WHERE id = 1");
                }
                List<Integer> attempts = contend(server.port());
                known += attempts.size();
                cells.add(String.format(
                        Locale.ROOT,
                        "%16s",
                        attempts.get(attempts.size() / 2) + "/" + attempts.get(attempts.size() * 99 / 100) + "/"
                                + attempts.getLast()));
            }
        }
        return cells;
    }

    private static void execute(SqlSession session, String sql) {
        session.execute(session.prepare(sql), List.of());
    }

    /** Executes a statement until it is not refused any more. */
    private static void executeAgain(SqlSession session, String sql) {
        while (true) {
            try {
                execute(session, sql);
                return;
            } catch (StoreException conflict) {
                if (!conflict.isConflict()) {
                    throw conflict;
                }
            }
        }
    }

    /** Returns the attempts of all commits of all clients, ascending. */
    private static List<Integer> contend(int port) throws InterruptedException, ExecutionException {
        var all = new ArrayList<Integer>();
        List<Callable<List<Integer>>> clients = IntStream.range(0, CLIENTS)
                .<Callable<List<Integer>>>mapToObj(client -> () -> client(port))
                .toList();
        try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
            for (Future<List<Integer>> attempts : threads.invokeAll(clients)) {
                all.addAll(attempts.get());
            }
        }
        all.sort(Integer::compare);
        return all;
    }

    private static List<Integer> client(int port) throws SQLException {
        var attempts = new ArrayList<Integer>();
        try (Connection connection =
                        DriverManager.getConnection("jdbc:postgresql://localhost:" + port + "/mock?user=moirai");
                PreparedStatement read = connection.prepareStatement(READ);
                PreparedStatement write = connection.prepareStatement("UPDATE hot SET n = ? WHERE id = 1")) {
            connection.setAutoCommit(false);
            for (int commit = 0; commit < COMMITS; commit++) {
                int count = 1;
                while (!isCommitted(connection, read, write)) {
                    count++;
                    if (count > ATTEMPTS_MAX) {
                        throw new IllegalStateException("a client starves: " + ATTEMPTS_MAX + " attempts in vain");
                    }
                }
                attempts.add(count);
            }
        }
        return attempts;
    }

    private static boolean isCommitted(Connection connection, PreparedStatement read, PreparedStatement write)
            throws SQLException {
        try (ResultSet row = read.executeQuery()) {
            row.next();
            write.setInt(1, row.getInt(1) + 1);
            write.executeUpdate();
            connection.commit();
            return true;
        } catch (SQLException refused) {
            connection.rollback();
            if (!String.valueOf(refused.getSQLState()).startsWith("40")) {
                throw refused;
            }
            return false;
        }
    }
}
