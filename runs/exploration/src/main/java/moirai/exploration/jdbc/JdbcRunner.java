package moirai.exploration.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import moirai.exploration.search.Block;
import moirai.exploration.search.NondeterminismError;
import moirai.exploration.search.Recorder;
import moirai.exploration.search.Replay;
import moirai.exploration.search.TxnEnd;
import moirai.exploration.search.TxnRunner;
import moirai.exploration.search.TxnRunner.NewChoicesException;
import moirai.mockstore.Guide;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.sql.SqlDatabase;
import org.jspecify.annotations.Nullable;

/**
 * A runner of JDBC code on a store that the search controls. Sessions may remember what they have read, so a history
 * that does not continue the last one is run again from its first transaction. Each run of a transaction is compared
 * with its earlier runs.
 */
public final class JdbcRunner implements TxnRunner {

    /** The constant value of {@code now()}, without which no two runs would be equal. */
    private static final Instant NOW = Instant.parse("2000-01-01T00:00:00Z");

    /** The time limit of a transaction, which is more than any transaction on memory needs. */
    private static final int MILLIS_MAX = 30_000;

    private final int millisMax;
    private final List<List<JdbcCall>> sessions;
    private final boolean isLastFinal;
    private final MockStore store;
    private final SqlDatabase database;
    private final MoiraiDataSource source;
    /** The names of the transactions of each session. */
    private final List<List<String>> names = new ArrayList<>();

    private @Nullable LiveExecution live;
    private int knownRows;

    /**
     * Creates a runner with tables that are defined and filled.
     *
     * @throws SQLException if the tables cannot be defined or filled
     */
    public JdbcRunner(JdbcProgram program) throws SQLException {
        this(program, MILLIS_MAX);
    }

    /** @param millisMax the time limit of a session for one transaction */
    JdbcRunner(JdbcProgram program, int millisMax) throws SQLException {
        this.millisMax = millisMax;
        this.isLastFinal = !program.afterwards().isEmpty();
        this.sessions = new ArrayList<>(program.sessions());
        if (isLastFinal) {
            sessions.add(program.afterwards());
        }
        sessions.forEach(session -> names.add(new ArrayList<>()));
        this.store = MockStore.guided(new Follower());
        this.database = new SqlDatabase(store, Clock.fixed(NOW, ZoneOffset.UTC));
        this.source = MoiraiDataSource.of(database);
        load(program);
    }

    private void load(JdbcProgram program) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String definition : program.schema()) {
                statement.execute(definition);
            }
            connection.setAutoCommit(false);
            program.load().run(connection);
            connection.commit();
        }
        store.checkpoint();
        knownRows = database.storage().knownRowCount();
    }

    @Override
    public int sessionCount() {
        return sessions.size();
    }

    @Override
    public boolean isLastFinal() {
        return isLastFinal;
    }

    @Override
    public boolean isRepeating() {
        return true;
    }

    @Override
    public boolean isEmpty(int session) {
        return sessions.get(session).isEmpty();
    }

    @Override
    public String keyName(int key) {
        return store.key(key).toString();
    }

    @Override
    public String txnName(int session, int position) {
        return names.get(session).get(position);
    }

    @Override
    public void restart() {
        knownRows = database.storage().knownRowCount();
    }

    /**
     * {@inheritDoc}
     *
     * @throws NewChoicesException if a row was added that no scan has looked for
     */
    @Override
    public TxnEnd run(Sight history, int session, Recorder recorder) {
        LiveExecution execution = live;
        if (execution == null || !execution.isAt(history)) {
            execution = start();
            for (int index = 0; index < history.count(); index++) {
                repeat(execution, history.block(index));
            }
        }
        return step(execution, session, recorder);
    }

    /** Ends all threads. A thread that cannot be ended is abandoned. */
    @Override
    public void close() {
        if (live != null) {
            live.stop();
        }
    }

    private LiveExecution start() {
        if (live != null && !live.stop()) {
            throw new UnexplorableException(
                    "a session catches every Throwable and goes on, so it cannot be ended and begun anew");
        }
        store.rewind();
        var threads = new ArrayList<SessionThread>();
        for (int session = 0; session < sessions.size(); session++) {
            threads.add(new SessionThread(session, sessions.get(session), source.getConnection()));
        }
        var execution = new LiveExecution(threads, isLastFinal, millisMax);
        live = execution;
        execution.start();
        return execution;
    }

    private void repeat(LiveExecution execution, Block block) {
        Recorder recorder = Recorder.repeating(block.place(), block.steps());
        TxnEnd end = step(execution, block.place().session(), recorder);
        recorder.ended();
        Replay.requireSame(this, block.place(), block.end(), end);
        execution.isNow(block.steps());
    }

    private TxnEnd step(LiveExecution execution, int session, Recorder recorder) {
        int position = recorder.place().position();
        if (!execution.hasMore(session)) {
            throw NondeterminismError.ended(recorder.place(), 0);
        }
        String name = execution.takeName(session);
        if (names.get(session).size() == position) {
            names.get(session).add(name);
        }
        TxnEnd end = execution.step(session, recorder);
        if (database.storage().knownRowCount() > knownRows) {
            throw new NewChoicesException(recorder.place());
        }
        return end;
    }

    /** A guide that forwards to the current execution. There is none while data is loaded. */
    private final class Follower implements Guide {

        @Override
        public void turn(int session) {
            if (live != null) {
                live.turn(session);
            }
        }

        @Override
        public void refused(int session, String sql, StoreException refusal) {
            if (live != null) {
                live.refused(session, sql, refusal);
            }
        }

        @Override
        public int source(int txn, int key, int latest) {
            LiveExecution execution = live;
            return execution == null ? latest : execution.source(txn, key, latest);
        }

        @Override
        public void statement(int txn, String sql) {
            if (live != null) {
                live.statement(txn, sql);
            }
        }

        @Override
        public void read(int txn, int key, int source, Object value) {
            if (live != null) {
                live.read(txn, key, source, value);
            }
        }

        @Override
        public void readLocking(int txn, int key, int source, Object value) {
            if (live != null) {
                live.readLocking(txn, key, source, value);
            }
        }

        @Override
        public void readOwn(int txn, int key, Object value) {
            if (live != null) {
                live.readOwn(txn, key, value);
            }
        }

        @Override
        public void wrote(int txn, int key, Object value) {
            if (live != null) {
                live.wrote(txn, key, value);
            }
        }

        @Override
        public void savepoint(int txn, int number) {
            if (live != null) {
                live.savepoint(txn, number);
            }
        }

        @Override
        public void rolledBack(int txn, int number) {
            if (live != null) {
                live.rolledBack(txn, number);
            }
        }

        @Override
        public void ended(int txn, boolean isCommitted) {
            if (live != null) {
                live.ended(txn, isCommitted);
            }
        }
    }
}
