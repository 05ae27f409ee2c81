package moirai.studies;

import java.util.concurrent.TimeUnit;
import moirai.generators.KeyDistribution;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.TxnPlan;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the plans a second of one thread, and of two threads that share the stream.
 *
 * <p>{@code scripts/benchmark TxnGenerator}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TxnGeneratorBenchmark {

    @Param({"exponential", "uniform", "zipf"})
    private String keyDistribution = "exponential";

    private TxnGenerator generator = new TxnGenerator(Workload.append(), Histories.SEED);

    @Setup
    public void start() {
        generator = new TxnGenerator(
                Histories.WORKLOAD.withKeyDistribution(KeyDistribution.parse(keyDistribution)), Histories.SEED);
    }

    @Benchmark
    public TxnPlan next() {
        return generator.next();
    }

    @Benchmark
    @Threads(2)
    public TxnPlan nextByTwoThreads() {
        return generator.next();
    }
}
