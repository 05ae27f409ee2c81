package moirai.studies;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import moirai.analysis.Findings;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
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
 * Measures the search for cycles in a timed history of registers in memory: Jepsen's list-append workload on registers
 * from 20 sessions. The history is strictly serializable, or one read in a thousand returns an older version.
 *
 * <p>{@code scripts/benchmark RegisterCycles -p txnCount=100000,1000000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(value = 1, jvmArgs = "-Xmx8g")
public class RegisterCyclesBenchmark {

    private static final int SESSIONS = 20;
    private static final int LIVE_KEYS = 10;
    private static final int WRITES_PER_KEY = 32;
    private static final int OPS_MAX = 5;

    @Param({"100000", "1000000"})
    private int txnCount;

    /** The number of reads of a million that return an older version. */
    @Param({"0", "1000"})
    private int stalePerMillion;

    private History history = history(1, 0);

    @Setup
    public void simulate() {
        history = history(txnCount, stalePerMillion);
    }

    @Benchmark
    public Findings cycles() {
        return analyze(Set.of());
    }

    @Benchmark
    public Findings cyclesOfLinearizableKeys() {
        return analyze(Set.of(Assumption.LINEARIZABLE_KEYS));
    }

    private Findings analyze(Set<Assumption> assumptions) {
        return new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT, assumptions)
                .analyze(history, IsolationLevel.STRICT_SERIALIZABLE);
    }

    /** Returns a history in which one transaction a microsecond takes effect at its end; each session has one open. */
    static History history(int txns, int stalePerMillion) {
        var random = new SplittableRandom(1);
        var values = new Long2LongOpenHashMap();
        var live = new long[LIVE_KEYS];
        var writes = new int[LIVE_KEYS];
        long keys = 0;
        for (int i = 0; i < LIVE_KEYS; i++) {
            live[i] = keys++;
        }
        long[] free = new long[SESSIONS];
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < txns; txn++) {
            long now = 1_000L * (txn + 1);
            int session = random.nextInt(SESSIONS);
            List<Op> ops = new ArrayList<>();
            for (int i = 1 + random.nextInt(OPS_MAX); i > 0; i--) {
                int slot = Math.min(LIVE_KEYS - 1, Integer.numberOfTrailingZeros(random.nextInt() | 1 << 30));
                long key = live[slot];
                if (random.nextBoolean()) {
                    long value = values.addTo(key, 1) + 1;
                    ops.add(new Op.Write(key, value));
                    if (++writes[slot] == WRITES_PER_KEY) {
                        writes[slot] = 0;
                        live[slot] = keys++;
                    }
                } else {
                    long value = values.get(key);
                    value -= value > 1 && random.nextInt(1_000_000) < stalePerMillion ? 1 : 0;
                    ops.add(value == 0 ? new Op.ReadInitial(key) : new Op.ReadValue(key, value));
                }
            }
            long start = free[session] + (now - free[session]) * random.nextInt(100) / 100;
            builder.add(new Txn(session, ops, new Outcome.Committed(), start, now));
            free[session] = now + 1;
        }
        return builder.build();
    }
}
