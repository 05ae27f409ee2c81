package moirai.studies.exploration;

import java.util.concurrent.TimeUnit;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.program.Program;
import moirai.history.level.IsolationLevel;
import moirai.programs.explored.Applications;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * Measures the {@code histories} a second of the paper's client programs.
 *
 * <p>{@code scripts/benchmark Exploration -p client=courseware-3,shoppingCart-2 -p level=CAUSAL,SERIALIZABLE}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExplorationBenchmark {

    /**
     * The number of histories after which the search of a larger program ends, so that it takes a fraction of a second.
     */
    private static final int HISTORIES_MAX = 20_000;

    @Param({"courseware-1", "shoppingCart-1"})
    private String client = "";

    @Param({"CAUSAL", "STRONG_SESSION_SERIALIZABLE"})
    private IsolationLevel level = IsolationLevel.CAUSAL;

    private Program program = Applications.client("courseware-1").program();

    /** The number of complete histories, including those that the level excludes. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Counters {
        public long histories;
    }

    @Setup
    public void prepare() {
        program = Applications.client(client).program();
    }

    @Benchmark
    public long search(Counters counters) {
        long ends = Exploration.of(program, options()).ends();
        counters.histories += ends;
        return ends;
    }

    private ExplorationOptions options() {
        return ExplorationOptions.at(level).upTo(HISTORIES_MAX, HISTORIES_MAX);
    }
}
