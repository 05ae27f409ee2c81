package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static moirai.mockstore.InitialState.Absent.ABSENT;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import moirai.history.History;
import moirai.mockstore.explain.ReadExplainer;
import moirai.mockstore.explain.ReadExplanation;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.locks.RowLocks;
import moirai.mockstore.locks.StoreLock;
import moirai.mockstore.rules.FreeRules;
import moirai.mockstore.rules.LevelRules;
import org.jspecify.annotations.Nullable;

/**
 * A store of keys and values under an isolation level. It may answer each read with any value that the level allows.
 *
 * <p>Keys are compared with {@code equals} and must not change; values are returned as they were written. Several
 * threads may use the store, but only one thread at a time may use a session. Every step is atomic for all sessions. A
 * step that has to wait, for its turn or for a lock, blocks its thread.
 */
public final class MockStore {

    private final StoreLock lock;
    private final KeyNames keyNames = new KeyNames();
    private final Txns txns = new Txns();
    private final InitialState initial = new InitialState();
    private final StoreMemory memory;
    private final Waits waits;
    private final StoreStatements statements;
    private final Optional<Supplier<LevelRules>> freedom;
    private final @Nullable Guide guide;
    private volatile @Nullable StoreListener listener;
    private volatile StoreOptions options;
    private ReadExplainer explainer;
    private LevelRules rules;
    private int sessionCount;
    private boolean isFilled;
    /** The number of times that the history was forgotten. A transaction's number has a meaning in one epoch alone. */
    private final AtomicInteger epoch = new AtomicInteger();

    /** Creates an empty store. */
    public MockStore(StoreOptions options) {
        this(options, Optional.empty(), Optional.empty());
    }

    private MockStore(StoreOptions options, Optional<Supplier<LevelRules>> freedom, Optional<Guide> guide) {
        this.options = options;
        this.lock = new StoreLock(options.schedule().waitMillisMax(), StoreException::new);
        this.freedom = freedom;
        this.guide = guide.orElse(null);
        this.listener = guide.orElse(null);
        this.rules = emptyRules();
        this.explainer = StoreLevels.explainer(options.level(), keyNames::name, txns::sessionOf);
        var turns = new Turns(options.schedule(), options.chooser(), this::isByStatement);
        var rowLocks = new RowLocks(
                txns::writers,
                () -> listener != null || turns.isEngaged(),
                options.schedule().waitMillisMax(),
                keyNames::name);
        this.memory = new StoreMemory(lock, txns, keyNames, initial, rowLocks, () -> listener != null);
        this.waits = new Waits(lock, txns, turns, rowLocks, this::isByStatement, this::listener);
        this.statements = new StoreStatements(this, lock, txns, keyNames, waits, () -> rules);
    }

    /** Returns an empty store without a level, whose turns and reads the guide decides. */
    public static MockStore guided(Guide guide) {
        return new MockStore(StoreOptions.guided(), Optional.of(FreeRules::new), Optional.of(guide));
    }

    /** Returns an empty store without a level: a read may return any committed value; the last committed is latest. */
    public static MockStore levelless(Chooser chooser) {
        return new MockStore(StoreOptions.levelless(chooser), Optional.of(FreeRules::new), Optional.empty());
    }

    private LevelRules emptyRules() {
        return freedom.map(Supplier::get).orElseGet(() -> StoreLevels.rules(options.level()));
    }

    private boolean isByStatement() {
        return options.level().isByStatement();
    }

    /** Returns whether a guide controls the store and a checkpoint has been made. */
    public boolean isGuided() {
        return guide != null && lock.locked(() -> isFilled);
    }

    /** Tells this listener of every step from now on, and no other; fails if a guide controls the store. */
    public void listen(StoreListener other) {
        if (guide != null) {
            throw new IllegalStateException("a guide controls the store and is its listener");
        }
        listener = other;
    }

    /** Tells the listener something, if the store has one. */
    void told(Consumer<StoreListener> what) {
        listener().ifPresent(what);
    }

    public StoreOptions options() {
        return options;
    }

    /** Returns what statements do besides reading and writing. */
    StoreStatements statements() {
        return statements;
    }

    /** Opens the next session; the store's chooser decides for its reads. */
    public StoreSession session() {
        return lock.locked(() -> {
            waits.opened();
            return new StoreSession(this, sessionCount++);
        });
    }

    /** Closes a session, which has no pending transaction. */
    void closed(int session) {
        lock.run(() -> waits.closed(session));
    }

    /**
     * Makes the committed values the initial state, which every transaction sees, and forgets the history: transactions
     * are numbered from 0 again. Call this after loading a program's data and before its test.
     *
     * <p>If a key has several writers, the value of the last one in a commit order that satisfies the level is kept. A
     * level that orders commits determines that order. Otherwise the order follows the times of the commits as far as
     * the reads allow.
     *
     * @throws StoreException if a transaction is pending (SQLSTATE 25001)
     */
    public void checkpoint() {
        lock.run(() -> {
            txns.requireNonePending("a checkpoint");
            rules.commitOrder().forEach(txn -> initial.putAll(txns.log(txn).written));
            forget();
            memory.cleared();
            isFilled = true;
        });
    }

    /**
     * Forgets everything since the last checkpoint, including the sessions, all of which must be closed. The next
     * session gets number 0; keys keep their numbers.
     *
     * @throws StoreException if a transaction is pending (SQLSTATE 25001)
     */
    public void rewind() {
        lock.run(() -> {
            txns.requireNonePending("a rewind");
            forget();
            sessionCount = 0;
        });
    }

    /** Makes a {@link #checkpoint}, whose state {@link #reset} goes back to. */
    public void keep() {
        lock.run(() -> {
            checkpoint();
            initial.keep(keyNames);
        });
    }

    /**
     * Goes back to the state that was {@linkplain #keep kept}, from which transactions begin anew under other options.
     * Their schedule does not count. Pending transactions are aborted, and sessions stay open. Costs as much as what
     * has changed since then.
     */
    public void reset(StoreOptions other) {
        lock.run(() -> {
            Arrays.stream(txns.pending().keySet().toIntArray()).forEach(this::endAborted);
            options = other.with(options.schedule());
            explainer = StoreLevels.explainer(options.level(), keyNames::name, txns::sessionOf);
            forget();
            initial.reset(keyNames);
        });
    }

    /** Returns what the store may forget. */
    public StoreMemory memory() {
        return memory;
    }

    private void forget() {
        txns.clear();
        rules = emptyRules();
        epoch.incrementAndGet();
    }

    int epoch() {
        return epoch.get();
    }

    /** Returns the key that has a number, as the program names it. */
    public Object key(int id) {
        return lock.locked(() -> keyNames.name(id));
    }

    /**
     * Returns everything since the last checkpoint as a history of registers, whose keys are numbered in the order of
     * first use.
     */
    public History history() {
        return lock.locked(() -> StoreHistory.of(txns.all(), options));
    }

    /** Returns the names of the keys of {@link #history} by number, and something else for numbers without a key. */
    public List<Object> keys() {
        return lock.locked(() -> keyNames.all());
    }

    /** Returns all values of the chosen keys that somebody may read, or that a rollback to a savepoint brings back. */
    public Map<Object, List<Object>> values(Predicate<Object> chosen) {
        return lock.locked(() -> initial.versions(txns, keyNames, chosen));
    }

    int begin(int own) {
        told(by -> by.turn(own));
        int session = listener().map(by -> by.sessionFor(own)).orElse(own);
        int begun = lock.locked(() -> {
            waits.awaitTurn(session);
            int txn = txns.begin(session);
            rules.begin(txn, session);
            return txn;
        });
        told(by -> by.began(begun));
        return begun;
    }

    Optional<Object> read(int txn, Object name, StoreSession session) {
        return lock.locked(() -> {
            Txns.Log log = txns.pending(txn);
            int key = keyNames.idOf(name);
            if (log.isOwn(key)) {
                return own(txn, key, session);
            }
            if (guide != null) {
                return readFrom(txn, key, guide.source(txn, key, rules.latest(key)), session, false);
            }
            statements.beginIfAlone(txn, log);
            try {
                var open = new OpenRead(rules, txn, key, name, txns::sessionOf, txns.conflicts(log.session));
                return readFrom(txn, key, session.chooser().source(open), session, false);
            } catch (OpenRead.NoSourceException none) {
                throw conflict(txn);
            }
        });
    }

    ReadExplanation explain(int txn, Object name) {
        return lock.locked(() -> {
            int key = keyNames.idOf(name);
            return txns.pending(txn).written.containsKey(key)
                    ? explainer.own(txn, key)
                    : explainer.explain(rules, txn, key, ReadExplainer.NOT_CHOSEN);
        });
    }

    Optional<Object> readForUpdate(int txn, Object name, StoreSession session) {
        return lock.locked(() -> {
            Txns.Log log = txns.pending(txn);
            int key = keyNames.idOf(name);
            if (guide != null && !log.isOwn(key)) {
                // One transaction runs at a time: there is nobody to wait for, and the guide knows who was last.
                Optional<Object> value = readFrom(txn, key, guide.source(txn, key, rules.latest(key)), session, true);
                log.hold(key, value.orElse(ABSENT));
                return value;
            }
            statements.beginIfAlone(txn, log);
            statements.lock(txn, key, isByStatement() ? LockMode.UPDATE : LockMode.READ_FOR_UPDATE);
            return log.isOwn(key) ? own(txn, key, session) : readFrom(txn, key, requireLatest(txn, key), session, true);
        });
    }

    Optional<Object> readLatest(int txn, Object name, StoreSession session) {
        return lock.locked(() -> {
            int key = keyNames.idOf(name);
            boolean isOwn = txns.pending(txn).isOwn(key);
            return isOwn ? own(txn, key, session) : readFrom(txn, key, requireLatest(txn, key), session, false);
        });
    }

    /** Returns the last committed writer of a key, if the transaction may still read from it. */
    private int requireLatest(int txn, int key) {
        if (!rules.mayReadLatest(txn, key)) {
            throw conflict(txn);
        }
        return rules.latest(key);
    }

    private Optional<Object> own(int txn, int key, StoreSession session) {
        if (session.isExplaining()) {
            session.explain(explainer.own(txn, key));
        }
        Txns.Log log = txns.pending(txn);
        log.step(key, Txns.Log.OWN);
        told(by -> by.readOwn(txn, key, log.own(key)));
        return InitialState.Absent.present(log.own(key));
    }

    private Optional<Object> readFrom(int txn, int key, int source, StoreSession session, boolean isLocking) {
        if (session.isExplaining()) {
            session.explain(explainer.explain(rules, txn, key, source));
        }
        rules.read(txn, key, source);
        if (rules.isRecorded(txn, key, source)) {
            txns.pending(txn).step(key, source);
        }
        Object value = source == INITIAL
                ? initial.value(key)
                : txns.log(source).written.get(key);
        told(isLocking ? by -> by.readLocking(txn, key, source, value) : by -> by.read(txn, key, source, value));
        return InitialState.Absent.present(value);
    }

    void write(int txn, Object name, Object value) {
        lock.run(() -> {
            int key = keyNames.idOf(name);
            statements.awaitWrite(txn, key, txns.pending(txn), isByStatement());
            // While it waited, the row of another one may have ended it.
            Txns.Log log = txns.pending(txn);
            boolean isFirst = !log.written.containsKey(key);
            log.write(key, value);
            told(by -> by.wrote(txn, key, value));
            if (isFirst && !rules.write(txn, key)) {
                throw conflict(txn);
            }
        });
    }

    Optional<StoreListener> listener() {
        return Optional.ofNullable(listener);
    }

    /** Adds to the history that a transaction, if it has committed, has read the initial absence of a key. */
    void missed(int txn, Object name) {
        lock.run(() -> txns.find(txn).ifPresent(log -> log.missed(keyNames.idOf(name))));
    }

    void commit(int txn) {
        lock.run(() -> {
            if (!rules.commit(txn, txns.pending(txn).writtenKeys())) {
                throw conflict(txn);
            }
            end(txn, Txns.Log.State.COMMITTED);
        });
    }

    void abort(int txn) {
        lock.run(() -> {
            txns.pending(txn);
            endAborted(txn);
        });
    }

    /** Returns whether no transaction is pending. */
    public boolean isIdle() {
        return lock.locked(() -> txns.pending().isEmpty());
    }

    private void end(int txn, Txns.Log.State how) {
        txns.end(txn, how);
        told(by -> by.ended(txn, how == Txns.Log.State.COMMITTED));
        waits.ended(txn, how == Txns.Log.State.COMMITTED);
        memory.ended(rules, options.level().guarantee());
    }

    private StoreException conflict(int txn) {
        txns.conflict(txn);
        return aborted(txn, StoreException.conflict(StoreLevels.ALL.label(options.level())));
    }

    StoreException aborted(int txn, StoreException why) {
        endAborted(txn);
        return why;
    }

    private void endAborted(int txn) {
        rules.abort(txn);
        end(txn, Txns.Log.State.ABORTED);
    }
}
