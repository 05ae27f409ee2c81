package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static moirai.mockstore.Absent.ABSENT;

import it.unimi.dsi.fastutil.ints.Int2ObjectLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.mockstore.explain.ReadExplainer;
import moirai.mockstore.explain.ReadExplanation;
import moirai.mockstore.rules.FreeRules;
import moirai.mockstore.rules.LevelRules;
import org.jspecify.annotations.Nullable;

/**
 * Keys and values under an isolation level: each read is answered with any value that the level allows.
 *
 * <p>Keys are compared with {@code equals} and must not change; values are returned as they were written. Sessions
 * may be used from several threads, each from one at a time; every step is one step for all of them. A step that has
 * to wait, for its turn or for a lock, blocks its thread.
 */
public final class MockStore {

    private final StoreOptions options;
    private final StoreLock lock;
    private final KeyNames keyNames = new KeyNames();
    private final List<TxnLog> txns = new ArrayList<>();
    private final Int2ObjectLinkedOpenHashMap<TxnLog> pending = new Int2ObjectLinkedOpenHashMap<>();
    private final Int2ObjectOpenHashMap<Object> initial = new Int2ObjectOpenHashMap<>();
    private final RowLocks rowLocks = new RowLocks(pending);
    private final Turns turns;
    private final ReadExplainer explainer;
    private final Supplier<LevelRules> emptyRules;
    private final @Nullable Guide guide;
    private LevelRules rules;
    private int sessionCount;
    private long clock;
    private boolean isFilled;

    /** An empty store. */
    public MockStore(StoreOptions options) {
        this(options, () -> StoreLevels.rules(options.level()), Optional.empty());
    }

    private MockStore(StoreOptions options, Supplier<LevelRules> emptyRules, Optional<Guide> guide) {
        this.options = options;
        this.lock = new StoreLock(options.schedule().waitMillisMax());
        this.emptyRules = emptyRules;
        this.guide = guide.orElse(null);
        this.rules = emptyRules.get();
        this.explainer = new ReadExplainer(
                StoreLevels.NAMES.label(options.level()),
                StoreLevels.axioms(options.level()),
                keyNames::name,
                this::sessionOf);
        this.turns = new Turns(options.schedule(), options.chooser());
    }

    /** An empty store that somebody drives: without a level, and with the turns that the guide gives. */
    public static MockStore guided(Guide guide) {
        return new MockStore(StoreOptions.guided(), FreeRules::new, Optional.of(guide));
    }

    /** An empty store without a level: whatever was committed may be read, and of writers the last to commit counts. */
    public static MockStore levelless(Chooser chooser) {
        return new MockStore(StoreOptions.levelless(chooser), FreeRules::new, Optional.empty());
    }

    /** Whether somebody drives it, and there has been a checkpoint. */
    public boolean isGuided() {
        return guide != null && locked(() -> isFilled);
    }

    /** Tells who drives the store, if anybody does. */
    void told(Consumer<Guide> what) {
        if (guide != null) {
            what.accept(guide);
        }
    }

    public StoreOptions options() {
        return options;
    }

    /** Opens the next session, which makes choices as the store does. */
    public StoreSession session() {
        return locked(() -> {
            turns.opened();
            return new StoreSession(this, sessionCount++);
        });
    }

    /** The session will not begin another transaction, and has none pending. */
    void closed() {
        locked(() -> {
            turns.closed();
            lock.changed();
            return true;
        });
    }

    /**
     * Makes what was committed the initial state, which every transaction sees, and forgets how it came about: numbers
     * of transactions start from 0 again. What programs load before a test belongs before a checkpoint.
     *
     * <p>Of several writers of a key, the last one in an order of commits counts that shows that the level is
     * satisfied: where the level orders commits, in that order, and else in the one that follows the times of the
     * commits as far as what was read allows.
     *
     * @throws StoreException if a transaction is pending (SQLSTATE 25001)
     */
    public void checkpoint() {
        locked(() -> {
            if (!pending.isEmpty()) {
                throw new StoreException(
                        "25001",
                        "a checkpoint while T" + pending.firstIntKey() + " of session "
                                + txns.get(pending.firstIntKey()).session + " is pending; commit or abort it");
            }
            rules.commitOrder().forEach(txn -> initial.putAll(txns.get(txn).written));
            forget();
            isFilled = true;
            return true;
        });
    }

    /**
     * Forgets everything since the last checkpoint, the sessions included, all of which are closed: the next one is
     * number 0. Keys keep their numbers.
     *
     * @throws StoreException if a transaction is pending (SQLSTATE 25001)
     */
    public void rewind() {
        locked(() -> {
            if (!pending.isEmpty()) {
                throw new StoreException("25001", "T" + pending.firstIntKey() + " is pending; commit or abort it");
            }
            forget();
            sessionCount = 0;
            return true;
        });
    }

    private void forget() {
        txns.clear();
        rules = emptyRules.get();
    }

    /** What a number of a key stands for. */
    public Object key(int id) {
        return locked(() -> keyNames.name(id));
    }

    /** Everything since the last checkpoint, as a history of registers: keys are numbered in the order of first use. */
    public History history() {
        return locked(() -> StoreHistory.of(
                txns,
                new RunHeader(
                        options.seed(),
                        "",
                        StoreLevels.NAMES.label(options.level()),
                        "",
                        "mock store",
                        Instant.EPOCH)));
    }

    /** What the keys of {@link #history} stand for. */
    public List<Object> keys() {
        return locked(() -> keyNames.all());
    }

    int begin(int session) {
        told(by -> by.turn(session));
        return locked(() -> {
            turns.await(session);
            try {
                lock.await(
                        () -> turns.mayBegin(session, pending.size()), () -> turns.complaint(session, pending.size()));
            } finally {
                turns.leave(session);
            }
            int txn = txns.size();
            rules.begin(txn, session);
            var log = new TxnLog(session, clock++);
            txns.add(log);
            pending.put(txn, log);
            return txn;
        });
    }

    Optional<Object> read(int txn, Object name, StoreSession session) {
        return locked(() -> {
            TxnLog log = pending(txn);
            int key = keyNames.idOf(name);
            if (log.isOwn(key)) {
                return own(txn, key, session);
            }
            if (guide != null) {
                int source = guide.source(txn, key, rules.latest(key));
                Optional<Object> value = readFrom(txn, key, source, session);
                guide.read(txn, key, source, value.orElse(ABSENT));
                return value;
            }
            try {
                var open = new OpenRead(rules, txn, key, name, this::sessionOf);
                return readFrom(txn, key, session.chooser().source(open), session);
            } catch (OpenRead.NoSourceException none) {
                throw conflict(txn);
            }
        });
    }

    ReadExplanation explain(int txn, Object name) {
        return locked(() -> {
            int key = keyNames.idOf(name);
            return pending(txn).written.containsKey(key)
                    ? explainer.own(txn, key)
                    : explainer.explain(rules, txn, key, ReadExplainer.NOT_CHOSEN);
        });
    }

    Optional<Object> readForUpdate(int txn, Object name, StoreSession session) {
        return locked(() -> {
            TxnLog log = pending(txn);
            int key = keyNames.idOf(name);
            if (guide != null && !log.isOwn(key)) {
                // One transaction runs at a time: there is nobody to wait for, and the guide knows who was last.
                int source = guide.source(txn, key, rules.latest(key));
                Optional<Object> value = readFrom(txn, key, source, session);
                log.hold(key, value.orElse(ABSENT));
                guide.readLocking(txn, key, source, value.orElse(ABSENT));
                return value;
            }
            awaitKey(txn, key, true);
            rowLocks.lock(txn, key);
            if (log.isOwn(key)) {
                return own(txn, key, session);
            }
            int latest = rules.latest(key);
            if (!rules.allows(txn, key, latest)) {
                throw conflict(txn);
            }
            return readFrom(txn, key, latest, session);
        });
    }

    private Optional<Object> own(int txn, int key, StoreSession session) {
        if (session.isExplaining()) {
            session.explain(explainer.own(txn, key));
        }
        TxnLog log = pending(txn);
        log.step(key, TxnLog.OWN);
        told(by -> by.readOwn(txn, key, log.own(key)));
        return present(log.own(key));
    }

    private Optional<Object> readFrom(int txn, int key, int source, StoreSession session) {
        if (session.isExplaining()) {
            session.explain(explainer.explain(rules, txn, key, source));
        }
        rules.read(txn, key, source);
        pending(txn).step(key, source);
        return present(
                source == INITIAL
                        ? initial.getOrDefault(key, ABSENT)
                        : txns.get(source).written.get(key));
    }

    private int sessionOf(int txn) {
        return txns.get(txn).session;
    }

    void write(int txn, Object name, Object value) {
        locked(() -> {
            TxnLog log = pending(txn);
            int key = keyNames.idOf(name);
            awaitKey(txn, key, false);
            boolean isFirst = !log.written.containsKey(key);
            log.write(key, value);
            told(by -> by.wrote(txn, key, value));
            if (isFirst && !rules.write(txn, key)) {
                throw conflict(txn);
            }
            return true;
        });
    }

    void delete(int txn, Object name) {
        write(txn, name, ABSENT);
    }

    int savepoint(int txn) {
        return locked(() -> {
            int number = pending(txn).mark();
            told(by -> by.savepoint(txn, number));
            return number;
        });
    }

    void rollbackTo(int txn, int savepoint) {
        locked(() -> {
            TxnLog log = pending(txn);
            if (savepoint < 0 || savepoint >= log.markCount()) {
                throw new StoreException(
                        "3B001",
                        "T" + txn + " has no savepoint " + savepoint + "; it has " + log.markCount()
                                + ", numbered from 0");
            }
            log.rollbackTo(savepoint, key -> rules.takeBack(txn, key));
            told(by -> by.rolledBack(txn, savepoint));
            lock.changed();
            return true;
        });
    }

    void commit(int txn) {
        locked(() -> {
            TxnLog log = pending(txn);
            if (!rules.commit(txn, log.writtenKeys())) {
                throw conflict(txn);
            }
            end(txn, TxnLog.State.COMMITTED);
            return true;
        });
    }

    void abort(int txn) {
        locked(() -> {
            pending(txn);
            rules.abort(txn);
            end(txn, TxnLog.State.ABORTED);
            return true;
        });
    }

    boolean isPending(int txn) {
        return locked(() -> pending.containsKey(txn));
    }

    /** Whether it is this session's; after a checkpoint another one may have its number. */
    boolean isPending(int txn, int session) {
        return locked(() -> pending.containsKey(txn) && pending.get(txn).session == session);
    }

    private void end(int txn, TxnLog.State how) {
        pending.remove(txn).end(how, clock++);
        rowLocks.release(txn);
        told(by -> by.ended(txn, how == TxnLog.State.COMMITTED));
        lock.changed();
    }

    private TxnLog pending(int txn) {
        TxnLog log = pending.get(txn);
        if (log == null) {
            throw new StoreException("25P01", "T" + txn + " has ended; begin another transaction");
        }
        return log;
    }

    /** Waits until nobody else's lock forbids the step. */
    private void awaitKey(int txn, int key, boolean forUpdate) {
        boolean isFree = rowLocks.await(
                txn,
                key,
                forUpdate,
                lock,
                () -> "T" + txn + " waited " + options.schedule().waitMillisMax() + " ms for key "
                        + keyNames.name(key) + ", which T"
                        + rowLocks.blockers(txn, key, forUpdate).getInt(0)
                        + " has locked or written: commit or abort that one first");
        if (!isFree) {
            throw aborted(
                    txn,
                    "40P01",
                    "deadlock: T" + txn + " and others wait for each other's keys, one of which is "
                            + keyNames.name(key) + ": try the transaction again");
        }
    }

    private StoreException conflict(int txn) {
        return aborted(
                txn,
                StoreException.SERIALIZATION_FAILURE,
                "could not serialize access at " + StoreLevels.NAMES.label(options.level())
                        + ": try the transaction again");
    }

    private StoreException aborted(int txn, String sqlState, String message) {
        rules.abort(txn);
        end(txn, TxnLog.State.ABORTED);
        return new StoreException(sqlState, message);
    }

    private static Optional<Object> present(Object value) {
        return value == ABSENT ? Optional.empty() : Optional.of(value);
    }

    private <T> T locked(Supplier<T> step) {
        return lock.locked(step);
    }
}
