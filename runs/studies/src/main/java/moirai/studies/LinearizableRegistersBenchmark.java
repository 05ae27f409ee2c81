package moirai.studies;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import moirai.analysis.Findings;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
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
 * Measures the check of Jepsen's linearizable registers in memory: single reads, writes and compare-and-sets from 10
 * sessions, 200 on each key, one of a hundred of unknown outcome. The history is linearizable.
 *
 * <p>{@code scripts/benchmark LinearizableRegisters -p txnCount=20000,200000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(value = 1, jvmArgs = "-Xmx8g")
public class LinearizableRegistersBenchmark {

    private static final int SESSIONS = 10;
    private static final int TXNS_PER_KEY = 200;
    private static final int UNKNOWN_OF = 100;

    @Param({"20000", "200000"})
    private int txnCount;

    /** The number of different values of a key; with 0 each is written once. */
    @Param({"5", "0"})
    private int values;

    private History history = history(1, 0);

    @Setup
    public void simulate() {
        history = history(txnCount, values);
    }

    @Benchmark
    public Findings analyze() {
        return new LevelChecker().analyze(history, IsolationLevel.STRICT_SERIALIZABLE);
    }

    /** Returns a history in which one transaction a microsecond takes effect at its end; each session has one open. */
    private static History history(int txns, int values) {
        var random = new SplittableRandom(1);
        var builder = new HistoryBuilder(RunHeader.NONE);
        var free = new long[SESSIONS];
        var numbers = new int[SESSIONS];
        int sessions = 0;
        for (int i = 0; i < SESSIONS; i++) {
            numbers[i] = sessions++;
        }
        // The keys are begun one after the other; 0 stands for the initial state.
        long held = 0;
        for (int txn = 0; txn < txns; txn++) {
            long key = txn / TXNS_PER_KEY;
            held = txn % TXNS_PER_KEY == 0 ? 0 : held;
            int session = random.nextInt(SESSIONS);
            int kind = random.nextInt(3);
            List<Op> ops = new ArrayList<>();
            if (kind != 1) {
                ops.add(held == 0 ? new Op.ReadInitial(key) : new Op.ReadValue(key, held));
            }
            if (kind != 0) {
                held = values == 0 ? txn + 1L : 1 + random.nextInt(values);
                ops.add(new Op.Write(key, held));
            }
            long now = 1_000L * (txn + 1);
            long start = free[session] + (now - free[session]) * random.nextInt(100) / 100;
            boolean isUnknown = random.nextInt(UNKNOWN_OF) == 0;
            Outcome outcome = isUnknown ? new Outcome.Indeterminate("no answer") : new Outcome.Committed();
            builder.add(new Txn(numbers[session], ops, outcome, start, now));
            free[session] = now + 1;
            if (isUnknown) {
                numbers[session] = sessions++;
            }
        }
        return builder.build();
    }
}
