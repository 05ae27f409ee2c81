package moirai.studies.mockstore;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreSession;
import moirai.mockstore.StoreTxn;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the mock store when one key has as many versions as there are transactions: {@code txnCount} transactions of
 * three sessions, each of which reads and writes the hot key, and then reads five and writes two of a thousand others.
 * Reads return any value that the level allows. A transaction with a conflict is aborted and counts. Also measures the
 * whole life of a small store.
 *
 * <p>{@code scripts/benchmark MockStoreHotKey -p txnCount=1000,10000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 20)
@Measurement(iterations = 20)
@Fork(1)
public class MockStoreHotKeyBenchmark {

    private static final int SESSION_COUNT = 3;
    private static final int READ_COUNT = 5;
    private static final int WRITE_COUNT = 2;
    private static final int KEY_COUNT = 1000;
    private static final int BATCH = 100;
    private static final String HOT = "hot";

    @Param({"1000"})
    private int txnCount;

    @Param({
        "STRONG_SESSION_MONOTONIC_ATOMIC_VIEW",
        "READ_ATOMIC",
        "CAUSAL",
        "PREFIX",
        "PARALLEL_SNAPSHOT_ISOLATION",
        "STRONG_SESSION_SNAPSHOT_ISOLATION",
        "STRONG_SNAPSHOT_ISOLATION",
        "STRONG_SESSION_SERIALIZABLE",
        "STRICT_SERIALIZABLE"
    })
    private IsolationLevel level = IsolationLevel.CAUSAL;

    private final SplittableRandom random = new SplittableRandom(1);
    private MockStore store = new MockStore(StoreOptions.uniform(level, new Seed(1)));
    private final List<StoreSession> sessions = new ArrayList<>();
    private int next;

    /** Makes a store with a history for each iteration, because measuring makes the history longer. */
    @Setup(Level.Iteration)
    public void grow() {
        store = new MockStore(StoreOptions.uniform(level, new Seed(1)));
        sessions.clear();
        for (int session = 0; session < SESSION_COUNT; session++) {
            sessions.add(store.session());
        }
        for (int txn = 0; txn < txnCount; txn++) {
            execute();
        }
    }

    /** Runs whole transactions. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int txn() {
        for (int i = 0; i < BATCH; i++) {
            execute();
        }
        return next;
    }

    /** Reads the hot key, each time in a transaction that is then aborted. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int read() {
        int found = 0;
        for (int i = 0; i < BATCH; i++) {
            StoreTxn txn = sessions.get(i % SESSION_COUNT).begin();
            found += txn.read(HOT).isPresent() ? 1 : 0;
            txn.abort();
        }
        return found;
    }

    /** Makes new stores, each with three sessions of one transaction of three operations. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int smallRun() {
        for (int i = 0; i < BATCH; i++) {
            runSmall();
        }
        return next;
    }

    private void runSmall() {
        var fresh = new MockStore(StoreOptions.uniform(level, new Seed(random.nextLong())));
        for (int session = 0; session < SESSION_COUNT; session++) {
            StoreTxn txn = fresh.session().begin();
            try {
                txn.read(session);
                txn.write(session, session);
                txn.read((session + 1) % SESSION_COUNT);
                txn.commit();
            } catch (StoreException conflict) {
                next++;
            }
        }
    }

    private String key() {
        return "k" + random.nextInt(KEY_COUNT);
    }

    private void execute() {
        StoreTxn txn = sessions.get(next++ % SESSION_COUNT).begin();
        try {
            txn.read(HOT);
            txn.write(HOT, next);
            for (int read = 0; read < READ_COUNT; read++) {
                txn.read(key());
            }
            for (int write = 0; write < WRITE_COUNT; write++) {
                txn.write(key(), next);
            }
            txn.commit();
        } catch (StoreException conflict) {
            if (!conflict.isConflict()) {
                throw conflict;
            }
        }
    }
}
