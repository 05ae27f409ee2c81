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
 * Measures the mock store after {@code txnCount} transactions of 15 reads and 5 writes in three sessions. Each read
 * returned any value that the level allows. The keys are cool (1000) or hot (50). A refused transaction counts.
 *
 * <p>{@code scripts/benchmark MockStore -p txnCount=1000,10000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 10)
@Measurement(iterations = 10)
@Fork(1)
public class MockStoreBenchmark {

    private static final int SESSION_COUNT = 3;
    private static final int READ_COUNT = 15;
    private static final int WRITE_COUNT = 5;
    private static final int TXNS_MEASURED = 100;
    private static final int READS_MEASURED = 990;

    @Param({"1000"})
    private int txnCount;

    @Param({"1000", "50"})
    private int keyCount;

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

    private SplittableRandom random = new SplittableRandom(1);
    private List<StoreSession> sessions = List.of();

    /** Makes a new history for each measurement, because each makes its history longer. */
    @Setup(Level.Iteration)
    public void grow() {
        random = new SplittableRandom(1);
        var store = new MockStore(StoreOptions.uniform(level, new Seed(1)));
        var opened = new ArrayList<StoreSession>();
        for (int session = 0; session < SESSION_COUNT; session++) {
            opened.add(store.session());
        }
        sessions = List.copyOf(opened);
        execute(txnCount);
    }

    /** Runs transactions, and returns the number of commits. */
    @Benchmark
    @OperationsPerInvocation(TXNS_MEASURED)
    public int txn() {
        return execute(TXNS_MEASURED);
    }

    /** Makes reads, 15 in a transaction without writes, and returns the number of values found. */
    @Benchmark
    @OperationsPerInvocation(READS_MEASURED)
    public int read() {
        int found = 0;
        for (int reads = 0; reads < READS_MEASURED; reads += READ_COUNT) {
            StoreTxn txn = sessions.get(reads / READ_COUNT % SESSION_COUNT).begin();
            for (int i = 0; i < READ_COUNT; i++) {
                found += txn.read(random.nextInt(keyCount)).isPresent() ? 1 : 0;
            }
            txn.commit();
        }
        return found;
    }

    private int execute(int count) {
        int committed = 0;
        for (int txn = 0; txn < count; txn++) {
            try {
                execute(sessions.get(txn % SESSION_COUNT).begin(), txn);
                committed++;
            } catch (StoreException refused) {
                if (!refused.isConflict()) {
                    throw refused;
                }
            }
        }
        return committed;
    }

    private void execute(StoreTxn txn, int value) {
        for (int read = 0; read < READ_COUNT; read++) {
            txn.read(random.nextInt(keyCount));
        }
        for (int write = 0; write < WRITE_COUNT; write++) {
            txn.write(random.nextInt(keyCount), value);
        }
        txn.commit();
    }
}
