package moirai.studies;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.incremental.GrowingHistory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long it takes to find the versions that the next transaction may read, after {@code txnCount}
 * transactions of 15 reads and 5 writes in three sessions. Their reads returned any version that the level allows. The
 * keys are cool (1000) or hot (50).
 *
 * <p>{@code scripts/benchmark GrowingHistory -p txnCount=1000,2000,4000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class GrowingHistoryBenchmark {

    private static final int SESSION_COUNT = 3;
    private static final int READ_COUNT = 15;
    private static final int WRITE_COUNT = 5;

    @Param({"1000"})
    private int txnCount;

    @Param({"1000", "50"})
    private int keyCount;

    @Param({"READ_COMMITTED", "READ_ATOMIC", "CAUSAL"})
    private Axiom axiom = Axiom.CAUSAL;

    private SplittableRandom random = new SplittableRandom(1);
    private GrowingHistory history = new GrowingHistory(new AxiomaticLevel(axiom, BaseOrder.SESSION));
    private int pending;

    /** Builds the history, with a pending transaction that has made half of its reads. */
    @Setup
    public void grow() {
        random = new SplittableRandom(1);
        history = new GrowingHistory(new AxiomaticLevel(axiom, BaseOrder.SESSION));
        for (int txn = 0; txn < txnCount; txn++) {
            execute(txn % SESSION_COUNT);
        }
        pending = history.begin(txnCount % SESSION_COUNT);
        for (int read = 0; read < READ_COUNT / 2; read++) {
            readAny(pending);
        }
    }

    /** Asks about one writer of one key. */
    @Benchmark
    public boolean mayRead() {
        int key = random.nextInt(keyCount);
        int index = random.nextInt(-1, history.writerCount(key));
        return history.mayRead(pending, key, index < 0 ? KeyValueHistory.INITIAL : history.writer(key, index));
    }

    /** Asks for all candidates of one key. */
    @Benchmark
    public IntList readable() {
        return history.readable(pending, random.nextInt(keyCount));
    }

    /** Builds the whole history as a store does: asks whether a writer may be read, and records the read. */
    @Benchmark
    public GrowingHistory grown() {
        grow();
        return history;
    }

    private void execute(int session) {
        int txn = history.begin(session);
        for (int read = 0; read < READ_COUNT; read++) {
            readAny(txn);
        }
        for (int write = 0; write < WRITE_COUNT; write++) {
            history.write(txn, random.nextInt(keyCount));
        }
        history.commit(txn);
    }

    /** Tries the writers from a random one on, in a circle with the initial state. */
    private void readAny(int txn) {
        int key = random.nextInt(keyCount);
        int count = history.writerCount(key) + 1;
        int first = random.nextInt(count);
        for (int tried = 0; tried < count; tried++) {
            int index = (first + tried) % count - 1;
            int source = index < 0 ? KeyValueHistory.INITIAL : history.writer(key, index);
            if (history.mayRead(txn, key, source)) {
                history.read(txn, key, source);
                return;
            }
        }
        throw new IllegalStateException("T" + txn + " may read key " + key + " from nobody");
    }
}
