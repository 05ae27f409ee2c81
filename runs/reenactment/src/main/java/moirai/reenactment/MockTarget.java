package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Turn;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Sighted;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.sql.SqlDatabase;
import moirai.scheduling.TurnLimits;

/**
 * The mock store, which is told for each read which writers it sees, in the order of writes of the case.
 *
 * <p>If the case's levels show transactions only whole, and the same to all statements of a transaction, its calls are
 * transactions at the store's level of that name, and the store confirms that the level allows the case. Weaker levels
 * let others see a transaction's statements one by one, or let each statement see something else: then each statement
 * is a transaction, and each call a session.
 */
public final class MockTarget implements TableTarget {

    private final boolean overwrites;

    /** Creates a store with keys: it refuses an INSERT of a row that the transaction can see. */
    public MockTarget() {
        this(false);
    }

    private MockTarget(boolean overwrites) {
        this.overwrites = overwrites;
    }

    /** Returns a store whose INSERT replaces an existing row, as Cassandra's does. */
    public static MockTarget overwriting() {
        return new MockTarget(true);
    }

    @Override
    public String describe() {
        return overwrites ? "mock store without keys" : "mock store";
    }

    /** Returns generous limits: no step waits for another here, so a long step only means a slow machine. */
    @Override
    public TurnLimits limits() {
        return new TurnLimits(Duration.ofMinutes(5), Duration.ofMinutes(5));
    }

    @Override
    public boolean isDictated() {
        return true;
    }

    @Override
    public Stage open(DirectedCase wanted, CaseTables tables, boolean isSerial) throws SQLException {
        return new MockStage(wanted, overwrites, tables, isSerial);
    }

    /**
     * Returns the strongest level of the store that promises at most what all calls of the case are promised. If each
     * statement is a transaction of the store, the level promises at most what statements are promised.
     */
    static IsolationLevel level(DirectedCase wanted) {
        List<Promises> promises = promises(wanted);
        if (!isWhole(wanted)) {
            return promises.stream().allMatch(one -> one.has(Axiom.READ_YOUR_WRITES) && one.has(Axiom.TRANSITIVE))
                    ? IsolationLevel.CAUSAL
                    : StoreLevels.all().getFirst();
        }
        return StoreLevels.all().stream()
                .filter(level -> promises.stream().allMatch(one -> one.includes(level)))
                .reduce((weaker, stronger) -> stronger.implies(weaker) ? stronger : weaker)
                .orElseThrow();
    }

    private static List<Promises> promises(DirectedCase wanted) {
        return wanted.scenario().calls().stream().map(Scenario.Call::level).toList();
    }

    /** Decides whether all calls are promised to be seen as a whole. */
    static boolean isWhole(DirectedCase wanted) {
        return promises(wanted).stream().allMatch(Promises::hasWholeTxns);
    }

    private static final class MockStage implements Stage {

        private final DirectedCase wanted;
        private final boolean overwrites;
        private final List<Turn> turns;
        private final boolean isWhole;
        private final List<CaseStep> order;
        private final CaseTables tables;
        private final boolean isSerial;
        private final Sighted chooser = new Sighted(this::sees);
        private final SqlDatabase database;
        private final MoiraiDataSource source;

        /** The current turn of each session of the store. */
        private final Map<Integer, Integer> turnOfSession = new ConcurrentHashMap<>();

        private final Map<Integer, Integer> sessionOfCall = new ConcurrentHashMap<>();

        /** The turns of each transaction that began at the store, if each statement is a transaction. */
        private final List<List<Integer>> begun = new CopyOnWriteArrayList<>();

        /** The turns of the statement that each session of the store announced last. */
        private final Map<Integer, List<Integer>> begunOfSession = new ConcurrentHashMap<>();

        /** Whether the tables have their first rows; until then each statement sees all earlier ones. */
        private boolean isFilled;

        private int sessions;

        MockStage(DirectedCase wanted, boolean overwrites, CaseTables tables, boolean isSerial) throws SQLException {
            this.wanted = wanted;
            this.overwrites = overwrites;
            this.tables = tables;
            this.isSerial = isSerial;
            this.turns = wanted.predicted().turns();
            this.isWhole = isWhole(wanted);
            this.order = wanted.steps().stream()
                    .filter(step -> isWhole || !step.step().isCommit())
                    .toList();
            this.database = new SqlDatabase(new MockStore(new StoreOptions(level(wanted), new Seed(0), chooser)));
            this.source = MoiraiDataSource.of(database);
            try (Connection connection = newConnection()) {
                tables.create(connection);
            }
            database.store().checkpoint();
            this.isFilled = true;
        }

        private Connection newConnection() {
            sessions++;
            return source.getConnection();
        }

        /**
         * Returns the turns of a transaction of the store. The store numbers transactions as they begin: in the order
         * of statements if each is a transaction, or else in the order of the calls, which run one after the other.
         */
        private List<Integer> turnsOf(int txn) {
            if (!isWhole && !begun.isEmpty()) {
                return txn < begun.size() ? begun.get(txn) : List.of();
            }
            if (!isWhole) {
                return txn < turns.size() ? List.of(txn) : List.of();
            }
            List<Integer> calls = turns.stream().map(Turn::call).distinct().toList();
            return IntStream.range(0, turns.size())
                    .filter(turn -> txn < calls.size() && turns.get(turn).call() == calls.get(txn))
                    .boxed()
                    .toList();
        }

        private boolean sees(int reader, int session, int writer) {
            if (isSerial || !isFilled) {
                return true;
            }
            Integer turn = turnOfSession.get(session);
            List<Integer> readers = begunOfSession.getOrDefault(session, turn == null ? List.of() : List.of(turn));
            return turnsOf(writer).stream()
                    .filter(other ->
                            !wanted.predicted().effects().get(other).writes().isEmpty())
                    .anyMatch(other -> readers.stream()
                            .filter(one -> readers.size() == 1 || isOfOneTable(one, other))
                            .anyMatch(one -> wanted.predicted().sees(other, one)));
        }

        private boolean isOfOneTable(int turn, int other) {
            return turns.get(turn)
                    .statement()
                    .table()
                    .equals(turns.get(other).statement().table());
        }

        @Override
        public List<CaseStep> order() {
            return order;
        }

        @Override
        public synchronized Connection connect(int call) throws SQLException {
            sessionOfCall.put(call, sessions);
            Connection connection = newConnection();
            connection.setAutoCommit(!isWhole);
            return connection;
        }

        @Override
        public void next(int call, String label) {
            Integer session = sessionOfCall.get(call);
            int turn = turn(call, label);
            if (session != null && turn >= 0) {
                turnOfSession.put(session, turn);
            }
        }

        @Override
        public void began(int call, List<String> labels) {
            List<Integer> now = labels.stream().map(label -> turn(call, label)).toList();
            begun.add(now);
            Integer session = sessionOfCall.get(call);
            if (session != null) {
                begunOfSession.put(session, now);
            }
        }

        /** Returns the number of the turn; -1 if there is none. */
        private int turn(int call, String label) {
            return IntStream.range(0, turns.size())
                    .filter(turn -> turns.get(turn).call() == call
                            && turns.get(turn).statement().label().equals(label))
                    .findFirst()
                    .orElse(-1);
        }

        @Override
        public boolean overwrites() {
            return overwrites;
        }

        @Override
        public List<Scenario.InitialRow> rows() throws SQLException {
            database.store().checkpoint();
            try (Connection connection = newConnection()) {
                return tables.rows(connection);
            }
        }

        @Override
        public List<String> refusals() {
            return chooser.refusals().stream()
                    .map(refusal -> "at " + StoreLevels.NAMES.label(level(wanted)) + " " + refusal)
                    .toList();
        }

        @Override
        public void close() {}
    }
}
