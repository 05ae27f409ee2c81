package moirai.junit.weak;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.time.Clock;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import moirai.analysis.Findings;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.validation.LevelChecker;
import moirai.exploration.Behaviour;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.junit.weak.choices.ChoiceTape;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.StoreListener;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlDatabase;

/**
 * A database whose tries begin from the same state, each with its own level and choices. Outside of rounds one thread
 * uses it, and every transaction sees what was committed before.
 */
final class WeakDatabase {

    /** The number of a session outside of rounds; numbers are dense from 0. */
    private static final int ALONE = 0;

    /** The first of the keys that stand for transactions in a history; the store's have lower numbers. */
    private static final long SEEN = 1L << 40;

    /** The SQLSTATE of what the store does not support. */
    private static final String NOT_SUPPORTED = "0A000";

    private final SqlDatabase database;
    private final StoreOptions former;
    private final Clock formerClock;
    private final Following following = new Following();
    private StoreLevel level;
    private boolean isKept;

    /**
     * A round that runs.
     *
     * @param isRealtime whether transactions have to overlap, because the level keeps the order of the others
     * @param isByStatement whether each statement has a turn, and not each transaction
     * @param paths where each call is among the decisions; empty if they are not followed
     */
    private record Running(Trace trace, boolean isRealtime, boolean isByStatement, List<Decisions.Path> paths) {}

    /** Tells the parties of a round, and its trace, what the store does. */
    private static final class Following implements StoreListener {

        private volatile Optional<Running> running = Optional.empty();
        private volatile Optional<Decisions> decisions = Optional.empty();
        private volatile String refused = "";

        @Override
        public void turn(int session) {
            boolean isByStatement = running.map(Running::isByStatement).orElse(false);
            party().ifPresent(party -> party.awaitTurn(isByStatement));
        }

        @Override
        public void step(int session, int txn, BooleanSupplier isPossible) {
            party().ifPresent(party -> {
                if (!isPossible.getAsBoolean()) {
                    trace(trace -> trace.waits(txn));
                }
                party.awaitStep(isPossible);
            });
        }

        @Override
        public void began(int txn) {
            party().ifPresent(party -> {
                Running round = running.orElseThrow();
                round.trace().began(txn, party.number());
                party.began(round.isRealtime());
            });
        }

        @Override
        public int sessionFor(int own) {
            return running.isEmpty()
                    ? ALONE
                    : Party.current().orElseThrow(WeakDatabase::stranger).number();
        }

        private Optional<Party> party() {
            return running.flatMap(round -> Party.current());
        }

        private void trace(Consumer<Trace> step) {
            running.ifPresent(round -> step.accept(round.trace()));
        }

        private Optional<Decisions.Path> path() {
            Optional<Running> round = running;
            if (round.isEmpty()) {
                return decisions.flatMap(Decisions::test);
            }
            List<Decisions.Path> paths = round.get().paths();
            return Party.current().filter(party -> !paths.isEmpty()).map(party -> paths.get(party.number()));
        }

        @Override
        public void asked(int session, String sql, List<Object> parameters) {
            path().ifPresent(path -> path.asks(sql, parameters));
        }

        @Override
        public void answered(int session, Object result) {
            path().ifPresent(path -> path.answered(result));
        }

        @Override
        public void refused(int session, String sql, StoreException refusal) {
            path().ifPresent(path -> path.refused(refusal));
            refused("a statement", sql, refusal);
        }

        @Override
        public void refusedCall(int session, String call, StoreException refusal) {
            refused("a call of JDBC", call, refusal);
        }

        private void refused(String kind, String what, StoreException refusal) {
            if (running.isPresent() && refusal.sqlState().equals(NOT_SUPPORTED)) {
                String reason = String.valueOf(refusal.getMessage());
                refused = kind + ": " + (reason.contains(what) ? reason : reason + " in: " + what);
            }
        }

        @Override
        public void statement(int txn, String sql) {
            trace(trace -> trace.statement(txn, sql));
        }

        @Override
        public void read(int txn, int key, int source, Object value) {
            party().ifPresent(party -> trace(trace -> trace.read(txn, key, source, value, party.number())));
        }

        @Override
        public void readLocking(int txn, int key, int source, Object value) {
            trace(trace -> trace.readLocking(txn, key, source, value));
        }

        @Override
        public void readOwn(int txn, int key, Object value) {
            trace(trace -> trace.readOwn(txn, key, value));
        }

        @Override
        public void wrote(int txn, int key, Object value) {
            trace(trace -> trace.wrote(txn, key, value));
        }

        @Override
        public void savepoint(int txn, int number) {
            trace(trace -> trace.savepoint(txn, number));
        }

        @Override
        public void rolledBack(int txn, int number) {
            trace(trace -> trace.rolledBack(txn, number));
        }

        @Override
        public boolean asksForMissedRows() {
            return running.isPresent();
        }

        @Override
        public void ended(int txn, boolean isCommitted) {
            trace(trace -> trace.ended(txn, isCommitted));
            party().ifPresent(Party::endedTxn);
        }
    }

    /** Takes over a database that nobody else listens to. */
    WeakDatabase(SqlDatabase database) {
        this.database = database;
        this.former = database.store().options();
        this.formerClock = database.clock();
        this.level = former.level();
        database.store().listen(following);
    }

    /** Creates a database without tables. */
    static WeakDatabase empty(StoreLevel level) {
        return new WeakDatabase(new SqlDatabase(new MockStore(new StoreOptions(level, new Seed(0), choice -> 0))));
    }

    SqlDatabase database() {
        return database;
    }

    private static StoreException stranger() {
        return new StoreException(
                NOT_SUPPORTED,
                "thread '" + Thread.currentThread().getName() + "' uses the store while calls run in parallel, and is"
                        + " none of them: pass its work to inParallel as a call of its own");
    }

    /**
     * Makes the current state the one that every try begins with.
     *
     * @throws MisuseException if a transaction is pending
     */
    void keep() {
        try {
            database.keep();
        } catch (StoreException pending) {
            throw new MisuseException(
                    "a transaction is open after the set-up: commit it there. If a framework begins one around each"
                            + " test, switch that off, in Spring with @Transactional(propagation = NOT_SUPPORTED) ("
                            + pending.getMessage() + ")",
                    pending);
        }
        isKept = true;
    }

    /** Follows what the coming tries decide, or nothing from now on. From the first time on the clock stands still. */
    void follow(Optional<Decisions> decisions) {
        following.decisions = decisions;
        if (database.clock().equals(formerClock)) {
            database.useClock(Clock.fixed(formerClock.instant(), formerClock.getZone()));
        }
    }

    /** Begins a try. */
    void begin(StoreLevel ofTry, ChoiceTape tape) {
        following.refused = "";
        following.decisions.ifPresent(Decisions::begin);
        level = ofTry;
        // Outside of rounds nothing is left to chance: the first answer is what was committed last.
        Chooser chooser = choice -> following.running.isPresent() ? tape.choose(choice) : 0;
        database.reset(new StoreOptions(ofTry, former.seed(), chooser));
    }

    /** Records how a try has ended. */
    Outcome ended(Outcome outcome) {
        following.decisions.ifPresent(decisions -> decisions.end(outcome.thrown()));
        return outcome;
    }

    /** Returns what the store does not support and has refused last to a call of this try; empty if nothing. */
    String unsupported() {
        return following.refused;
    }

    /** Ends the tries: goes back to the state that was kept, if any, under the options that the database came with. */
    void end() {
        following.decisions = Optional.empty();
        database.useClock(formerClock);
        if (isKept) {
            isKept = false;
            database.reset(former);
        }
    }

    /** Gives the database back. */
    void close() {
        try {
            end();
        } finally {
            database.store().listen(new StoreListener() {});
        }
    }

    /**
     * Runs calls beside each other, from what was committed before. Afterwards every transaction sees what they have
     * committed.
     *
     * @throws StoreException if a transaction is pending before or afterwards (SQLSTATE 25001)
     */
    RoundResult run(Round round) throws InterruptedException, StuckException {
        MockStore store = database.store();
        store.checkpoint();
        boolean isRealtime = StoreLevels.axioms(level.guarantee()).order() == BaseOrder.REALTIME;
        var trace = new Trace(level.isByStatement());
        List<Decisions.Path> paths = following
                .decisions
                .map(decisions -> decisions.beginRound(round.names()))
                .orElse(List.of());
        following.running =
                Optional.of(new Running(trace, isRealtime && !level.isByStatement(), level.isByStatement(), paths));
        List<Ended> ends;
        try {
            ends = round.run();
        } finally {
            following.running = Optional.empty();
        }
        following.decisions.ifPresent(decisions -> decisions.endRound(paths, ends));
        History history = store.history();
        Behaviour behaviour = trace.behaviour(key -> store.key(key).toString(), ends);
        store.checkpoint();
        List<Behaviour.Part> parts = level.isByStatement() ? trace.parts() : List.of();
        return new RoundResult(behaviour, parts, history, ends, round.heldUp());
    }

    /**
     * Returns what is known of the levels that allow a history.
     *
     * @param hasRealTime whether the times of its transactions mean something
     */
    static Findings judged(History history, boolean hasRealTime) {
        return new LevelChecker()
                .analyze(
                        withWhatAbortedHaveSeen(history),
                        hasRealTime ? IsolationLevel.STRICT_SERIALIZABLE : IsolationLevel.STRONG_SESSION_SERIALIZABLE);
    }

    /**
     * Returns the history with what aborted transactions restrict: their sessions have seen those that they have read
     * from. Each of the latter writes a key of its own there, and the aborted transaction reads just these keys.
     */
    private static History withWhatAbortedHaveSeen(History history) {
        var writers = new Long2IntOpenHashMap();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isWrite(op)) {
                    writers.put(history.value(op), txn);
                }
            }
        }
        var seen = new BitSet();
        var builder = new HistoryBuilder(history.header());
        for (int txn = history.txnCount() - 1; txn >= 0; txn--) {
            if (history.outcome(txn) instanceof moirai.history.Outcome.Aborted) {
                sources(history, txn, writers).forEach(seen::set);
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            if (history.outcome(txn) instanceof moirai.history.Outcome.Aborted) {
                sources(history, txn, writers).forEach(source -> builder.readValue(SEEN + source, 1));
            } else {
                copy(history, txn, builder);
                if (seen.get(txn)) {
                    builder.write(SEEN + txn, 1);
                }
            }
            builder.end(
                    history.session(txn),
                    new moirai.history.Outcome.Committed(),
                    history.startNanos(txn),
                    history.endNanos(txn));
        }
        return builder.build();
    }

    /** Returns the other transactions that a transaction has read from. */
    private static IntList sources(History history, int txn, Long2IntOpenHashMap writers) {
        var sources = new IntArrayList();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            if (history.isValueRead(op)) {
                int source = writers.get(history.value(op));
                if (source != txn && !sources.contains(source)) {
                    sources.add(source);
                }
            }
        }
        return sources;
    }

    private static void copy(History history, int txn, HistoryBuilder builder) {
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            long key = history.keyName(history.key(op));
            if (history.isWrite(op)) {
                builder.write(key, history.value(op));
            } else if (history.isValueRead(op)) {
                builder.readValue(key, history.value(op));
            } else {
                builder.readInitial(key);
            }
        }
    }
}
