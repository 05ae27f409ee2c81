package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static moirai.mockstore.Absent.ABSENT;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.mockstore.rules.LevelRules;
import moirai.mockstore.rules.SaturableRules;

/**
 * Keys and values under an isolation level: each read is answered with any value that the level allows.
 *
 * <p>Keys are compared with {@code equals} and must not change; values are returned as they were written. Sessions may be
 * used from several threads, each from one at a time; every step is one step for all of them.
 */
public final class MockStore {

    private final StoreOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private final Object2IntOpenHashMap<Object> keyIds = new Object2IntOpenHashMap<>();
    private final List<Object> keyNames = new ArrayList<>();
    private final List<TxnLog> txns = new ArrayList<>();
    private final Int2ObjectOpenHashMap<Object> initial = new Int2ObjectOpenHashMap<>();
    private LevelRules rules;
    private int sessionCount;
    private long clock;

    /** An empty store. */
    public MockStore(StoreOptions options) {
        this.options = options;
        this.keyIds.defaultReturnValue(-1);
        this.rules = rules(options.level());
    }

    private static LevelRules rules(StoreLevel level) {
        return switch (level) {
            case READ_COMMITTED, READ_ATOMIC, CAUSAL -> new SaturableRules(level.axioms());
            case PREFIX, PARALLEL_SNAPSHOT, SNAPSHOT, STRONG_SNAPSHOT, SERIALIZABLE, STRICT_SERIALIZABLE ->
                throw new UnsupportedOperationException(level + " is not there yet");
        };
    }

    public StoreOptions options() {
        return options;
    }

    /** Opens the next session, which makes choices as the store does. */
    public StoreSession session() {
        return locked(() -> new StoreSession(this, sessionCount++));
    }

    /**
     * Makes what was committed the initial state, which every transaction sees, and forgets how it came about: numbers
     * of transactions start from 0 again. What programs load before a test belongs before a checkpoint.
     *
     * @throws StoreException if a transaction is pending (SQLSTATE 25001)
     */
    public void checkpoint() {
        locked(() -> {
            if (txns.stream().anyMatch(txn -> txn.state == TxnLog.State.PENDING)) {
                throw new StoreException("25001", "a checkpoint while a transaction is pending; commit or abort it");
            }
            // TODO: in commit order.
            txns.stream()
                    .filter(txn -> txn.state == TxnLog.State.COMMITTED)
                    .forEach(txn -> initial.putAll(txn.written));
            txns.clear();
            rules = rules(options.level());
            return true;
        });
    }

    /** Everything since the last checkpoint, as a history of registers: keys are numbered in the order of first use. */
    public History history() {
        return locked(() -> StoreHistory.of(
                txns, new RunHeader(options.seed(), "", options.level().label(), "", "mock store", Instant.EPOCH)));
    }

    /** What the keys of {@link #history} stand for. */
    public List<Object> keys() {
        return locked(() -> List.copyOf(keyNames));
    }

    int begin(int session) {
        return locked(() -> {
            int txn = txns.size();
            rules.begin(txn, session);
            txns.add(new TxnLog(session, clock++));
            return txn;
        });
    }

    Optional<Object> read(int txn, Object name, Chooser chooser) {
        return locked(() -> {
            TxnLog log = txns.get(txn);
            int key = idOf(name);
            Object own = log.written.get(key);
            if (own != null) {
                log.step(key, TxnLog.OWN);
                return present(own);
            }
            IntList sources = rules.sources(txn, key);
            if (sources.isEmpty()) {
                throw conflict();
            }
            int source = sources.getInt(chooser.choose(choice(txn, name, sources)));
            rules.read(txn, key, source);
            log.step(key, source);
            return present(
                    source == INITIAL
                            ? initial.getOrDefault(key, ABSENT)
                            : txns.get(source).written.get(key));
        });
    }

    private Choice choice(int txn, Object name, IntList sources) {
        var sessions = new IntArrayList(sources.size());
        sources.forEach(source -> sessions.add(source == INITIAL ? -1 : txns.get(source).session));
        return new Choice.Read(txn, txns.get(txn).session, name, sources, sessions);
    }

    void write(int txn, Object name, Object value) {
        locked(() -> {
            TxnLog log = txns.get(txn);
            int key = idOf(name);
            if (!rules.write(txn, key)) {
                throw conflict();
            }
            log.written.put(key, value);
            log.step(key, TxnLog.WRITE);
            return true;
        });
    }

    void delete(int txn, Object name) {
        write(txn, name, ABSENT);
    }

    void commit(int txn) {
        locked(() -> {
            TxnLog log = txns.get(txn);
            if (!rules.commit(txn, new IntArrayList(log.written.keySet()))) {
                abort(txn);
                throw conflict();
            }
            log.state = TxnLog.State.COMMITTED;
            log.end = clock++;
            return true;
        });
    }

    void abort(int txn) {
        locked(() -> {
            TxnLog log = txns.get(txn);
            rules.abort(txn);
            log.state = TxnLog.State.ABORTED;
            log.end = clock++;
            return true;
        });
    }

    private StoreException conflict() {
        return new StoreException(
                StoreException.SERIALIZATION_FAILURE,
                "could not serialize access at " + options.level() + ": try the transaction again");
    }

    private static Optional<Object> present(Object value) {
        return value == ABSENT ? Optional.empty() : Optional.of(value);
    }

    private int idOf(Object name) {
        int known = keyIds.getInt(name);
        if (known >= 0) {
            return known;
        }
        keyIds.put(name, keyNames.size());
        keyNames.add(name);
        return keyNames.size() - 1;
    }

    private <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }
}
