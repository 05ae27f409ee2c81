package moirai.studies;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.clients.jdbc.tables.TableSql;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.TxnPlan;

/**
 * A loop with the least possible use of the driver. Its sessions run the plans of a workload with the statements that
 * {@code moirai run} uses, and ignore the answers: no interval is measured, nothing is recorded or parsed.
 */
final class BareLoop {

    private final Endpoint target;
    private final SqlIsolation isolation;
    private final TxnGenerator plans;
    private final List<TableSql> tables = ListStorage.DEFAULT.tables(Grammar.POSTGRES);

    BareLoop(Endpoint target, SqlIsolation isolation, Workload workload, Seed seed) {
        this.target = target;
        this.isolation = isolation;
        this.plans = new TxnGenerator(workload, seed);
    }

    /**
     * Returns the number of committed transactions a second. The tables are created anew, by the schema of {@link
     * ListStorage#DEFAULT}.
     */
    double measure(int sessions, int seconds) throws SQLException, InterruptedException, ExecutionException {
        createTables();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long start = System.nanoTime();
        long committed = 0;
        try (var threads = Executors.newFixedThreadPool(sessions)) {
            var counts = new ArrayList<Future<Integer>>();
            for (int i = 0; i < sessions; i++) {
                Callable<Integer> loop = () -> loop(deadline);
                counts.add(threads.submit(loop));
            }
            for (Future<Integer> count : counts) {
                committed += count.get();
            }
        }
        dropTables();
        return committed / ((System.nanoTime() - start) / 1e9);
    }

    private void createTables() throws SQLException {
        dropTables();
        for (TableSql table : tables) {
            execute("CREATE TABLE " + table.table()
                    + " (id integer PRIMARY KEY, sk integer NOT NULL, val text NOT NULL)");
        }
    }

    private void dropTables() throws SQLException {
        for (TableSql table : tables) {
            execute("DROP TABLE IF EXISTS " + table.table());
        }
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(target.url(), target.user(), target.password());
    }

    private int loop(long deadline) throws SQLException {
        int committed = 0;
        try (Connection connection = connect()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(isolation.jdbcLevel());
            var reads = new ArrayList<PreparedStatement>();
            var appends = new ArrayList<PreparedStatement>();
            for (TableSql table : tables) {
                reads.add(connection.prepareStatement(table.read()));
                appends.add(connection.prepareStatement(table.upsert()));
            }
            while (System.nanoTime() < deadline) {
                try {
                    run(plans.next(), reads, appends);
                    connection.commit();
                    committed++;
                } catch (SQLException refused) {
                    connection.rollback();
                }
            }
        }
        return committed;
    }

    private static void run(TxnPlan plan, List<PreparedStatement> reads, List<PreparedStatement> appends)
            throws SQLException {
        for (int i = 0; i < plan.opCount(); i++) {
            int key = plan.key(i);
            int table = ListStorage.DEFAULT.tableOf(key);
            if (plan.isChange(i)) {
                PreparedStatement append = appends.get(table);
                append.setInt(1, key);
                append.setInt(2, key);
                append.setInt(3, plan.argument(i));
                append.executeUpdate();
            } else {
                PreparedStatement read = reads.get(table);
                read.setInt(1, key);
                try (var rows = read.executeQuery()) {
                    if (rows.next()) {
                        rows.getString(1);
                    }
                }
            }
        }
    }
}
