package moirai.studies;

import java.util.concurrent.TimeUnit;
import moirai.analysis.Findings;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.history.History;
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
 * Measures a check of a history in memory for all levels at once: a valid history, and one with write skew throughout.
 *
 * <p>{@code scripts/benchmark ListAppendChecker -p txnCount=100000,1000000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgs = "-Xmx8g")
public class ListAppendCheckerBenchmark {

    @Param({"100000", "1000000"})
    private int txnCount;

    @Param({"STRICT_SERIALIZABLE", "SNAPSHOT_ISOLATION"})
    private MemoryIsolation isolation = MemoryIsolation.STRICT_SERIALIZABLE;

    private History history = Histories.history(MemoryDatabase.honest(isolation), 1);

    @Setup
    public void simulate() {
        history = Histories.history(MemoryDatabase.honest(isolation), txnCount);
    }

    @Benchmark
    public Findings analyze() {
        return new ListAppendChecker().analyze(history);
    }

    /** A history that consists of anomalies only. */
    @State(Scope.Benchmark)
    public static class Anomalous {

        @Param("100000")
        private int txnCount;

        @Param
        private AnomalousHistories kind = AnomalousHistories.LOST_UPDATES;

        private History history = kind.history(2);

        @Setup
        public void make() {
            history = kind.history(txnCount);
        }
    }

    @Benchmark
    public Findings analyzeAnomalous(Anomalous anomalous) {
        return new ListAppendChecker().analyze(anomalous.history);
    }
}
