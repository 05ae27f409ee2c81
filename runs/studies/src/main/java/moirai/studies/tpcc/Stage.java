package moirai.studies.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.OpenRead;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.sql.SqlDatabase;
import moirai.programs.sql.SqlTxn;
import moirai.programs.tpcc.Tpcc;
import moirai.programs.tpcc.TpccScale;
import moirai.scheduling.HeldSession;
import moirai.scheduling.Schedule;
import moirai.scheduling.Step;
import moirai.scheduling.StepRule;
import moirai.scheduling.TurnControl;
import moirai.scheduling.TurnLimits;
import moirai.studies.tpcc.invariants.CallLog;
import moirai.studies.tpcc.invariants.Counters;
import moirai.studies.tpcc.invariants.LoggedCall;
import moirai.studies.tpcc.invariants.TpccInvariant;

/**
 * A small TPC-C on the mock store, on which calls of its transactions are played again and again from the same state,
 * in which all invariants hold. Played calls have no transactions, as on Cassandra: each statement takes effect at once
 * and sees what it is told to; of two writers of a cell the last counts.
 */
final class Stage implements AutoCloseable {

    /** One warehouse, two districts, three customers, of whom the last has the only order that is still new. */
    static final TpccScale SCALE = new TpccScale(1, 2, 3, 4, 1, 2);

    /**
     * The limits of turns, which are generous: nothing waits for a lock here, so a long turn only means a slow machine.
     */
    private static final TurnLimits LIMITS = new TurnLimits(Duration.ofSeconds(20), Duration.ofSeconds(20));

    private static final Tpcc TPCC = new Tpcc(SCALE);

    private final Switching chooser = new Switching();
    private final MockStore store = MockStore.levelless(chooser);
    private final MoiraiDataSource source = MoiraiDataSource.of(new SqlDatabase(store));
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Counters before;

    /**
     * The result of playing calls.
     *
     * @param broken the invariants that no longer hold, with counterexamples; empty if a call failed
     */
    record Played(boolean isComplete, Map<String, String> broken) {

        static final Played INCOMPLETE = new Played(false, Map.of());
    }

    /** Asks another chooser at each time. */
    private static final class Switching implements Chooser {

        private volatile Chooser now = new Latest();

        @Override
        public int choose(Choice choice) {
            return now.choose(choice);
        }

        @Override
        public int source(OpenRead read) {
            return now.source(read);
        }
    }

    /** Reads what was committed last. */
    private record Latest() implements Chooser {

        @Override
        public int choose(Choice choice) {
            return 0;
        }

        @Override
        public int source(OpenRead read) {
            int last = read.writers().getInt(0);
            return read.allows(last) ? last : Chooser.super.source(read);
        }
    }

    /** A stage on which these transactions were run before, one after the other. */
    Stage(History history, List<SqlTxn> prologue) throws SQLException {
        try (Connection connection = connection(false);
                Statement statement = connection.createStatement()) {
            for (String sql : TPCC.schema()) {
                statement.execute(history.keyed(sql));
            }
            TPCC.load(connection);
            for (SqlTxn txn : prologue) {
                txn.run(connection);
            }
            connection.commit();
            store.checkpoint();
            before = Counters.read(connection);
            connection.commit();
        }
    }

    private Connection connection(boolean autocommit) throws SQLException {
        Connection connection = source.getConnection();
        connection.setAutoCommit(autocommit);
        return connection;
    }

    /** The statements that a transaction executes when it is alone. */
    List<String> statements(SqlTxn txn) throws SQLException {
        store.rewind();
        chooser.now = new Latest();
        var statements = new ArrayList<String>();
        try (Connection connection = connection(true)) {
            txn.run(new HeldSession(0, noting(statements)).hold(connection));
        }
        return statements;
    }

    private static StepRule noting(List<String> statements) {
        return (sql, before) -> {
            statements.add(sql);
            return true;
        };
    }

    /** Plays whole transactions, one after the other, each of which sees all before it. */
    Played playSerially(List<SqlTxn> txns) throws SQLException {
        store.rewind();
        chooser.now = new Latest();
        return judged(after(txns, new ArrayList<>()));
    }

    /**
     * Plays calls side by side, then others one after the other.
     *
     * @param order of the statements, call n being session n and transaction 0
     */
    Played play(List<SqlTxn> calls, List<Step> order, Sight sight, List<SqlTxn> epilogue) throws SQLException {
        List<List<String>> executed = calls.stream()
                .map(call -> (List<String>) new ArrayList<String>())
                .toList();
        var directed = new SightChooser(sight, executed);
        Optional<List<LoggedCall>> log = play(calls, executed, order, directed);
        return log.isEmpty() || !directed.refusals().isEmpty() ? Played.INCOMPLETE : judged(after(epilogue, log.get()));
    }

    /** Plays calls side by side, with reads as a chooser likes. */
    Played play(List<SqlTxn> calls, List<Step> order, Chooser reads) throws SQLException {
        List<List<String>> executed = calls.stream()
                .map(call -> (List<String>) new ArrayList<String>())
                .toList();
        Optional<List<LoggedCall>> log = play(calls, executed, order, reads);
        return log.isEmpty() ? Played.INCOMPLETE : judged(log.get());
    }

    /** Runs the calls and returns what they did; empty if one of them failed. */
    private Optional<List<LoggedCall>> play(
            List<SqlTxn> calls, List<List<String>> executed, List<Step> order, Chooser reads) throws SQLException {
        store.rewind();
        chooser.now = reads;
        var control = new TurnControl(Schedule.inOrder(order), LIMITS);
        var connections = new ArrayList<Connection>();
        var futures = new ArrayList<Future<Boolean>>();
        try {
            for (int call = 0; call < calls.size(); call++) {
                connections.add(connection(true));
            }
            for (int call = 0; call < calls.size(); call++) {
                futures.add(start(calls.get(call), call, executed.get(call), connections.get(call), control));
            }
            var log = new ArrayList<LoggedCall>();
            boolean isComplete = true;
            for (int call = 0; call < calls.size(); call++) {
                isComplete &= futures.get(call).get();
                log.add(LoggedCall.of(calls.get(call), executed.get(call)));
            }
            return isComplete && control.report().impatient().isEmpty() ? Optional.of(log) : Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while calls were played", interrupted);
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a call failed", failed);
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
            chooser.now = new Latest();
        }
    }

    private Future<Boolean> start(
            SqlTxn txn, int call, List<String> executed, Connection connection, TurnControl control) {
        var session = new HeldSession(call, noting(executed));
        Connection held = session.hold(connection);
        session.follow(control);
        return threads.submit(() -> {
            try {
                return txn.run(held).commits();
            } catch (SQLException | IndexOutOfBoundsException | NullPointerException refused) {
                // A row that it relies on was not there, or one that it makes was.
                return false;
            } finally {
                session.leave();
            }
        });
    }

    private List<LoggedCall> after(List<SqlTxn> txns, List<LoggedCall> log) throws SQLException {
        var all = new ArrayList<>(log);
        try (Connection connection = connection(false)) {
            for (SqlTxn txn : txns) {
                try {
                    LoggedCall.run(txn, connection).ifPresent(all::add);
                } catch (SQLException refused) {
                    connection.rollback();
                }
            }
        }
        return all;
    }

    private Played judged(List<LoggedCall> log) throws SQLException {
        try (Connection connection = connection(false)) {
            Map<String, String> broken = TpccInvariant.broken(connection, new CallLog(before, log));
            connection.commit();
            return new Played(true, broken);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
