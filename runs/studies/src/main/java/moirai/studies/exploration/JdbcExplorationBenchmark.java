package moirai.studies.exploration;

import java.util.concurrent.TimeUnit;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.jdbc.JdbcCall;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.history.level.IsolationLevel;
import moirai.programs.explored.JdbcExamples;
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
 * Measures the {@code histories} a second of unmodified JDBC code: three concurrent payments of TPC-C.
 *
 * <p>{@code scripts/benchmark JdbcExploration}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 2, time = 5)
@Measurement(iterations = 3, time = 5)
@Fork(1)
public class JdbcExplorationBenchmark {

    /**
     * The number of histories of a search, high enough for the set-up of its tables to be a small part of the time.
     */
    private static final int HISTORIES_MAX = 500;

    @Param({"STRONG_SESSION_MONOTONIC_ATOMIC_VIEW", "CAUSAL"})
    private IsolationLevel level = IsolationLevel.CAUSAL;

    private JdbcProgram program = JdbcExamples.named("tpcc-payment").orElseThrow();

    /** The number of complete histories. */
    @State(Scope.Thread)
    @AuxCounters
    public static class Counters {
        public long histories;
    }

    @Setup
    public void prepare() {
        program = program.session(program.sessions().getFirst().toArray(JdbcCall[]::new));
    }

    @Benchmark
    public long search(Counters counters) {
        ExplorationOptions options = ExplorationOptions.at(level).upTo(HISTORIES_MAX, HISTORIES_MAX);
        long ends = Exploration.of(program, options).ends();
        counters.histories += ends;
        return ends;
    }
}
