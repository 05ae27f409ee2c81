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
 * Histories a second, by {@code histories}, of unmodified JDBC code: three of TPC-C's payments at the same time.
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

    /** So that the tables, which are made for each search, are a small part of it. */
    private static final int HISTORIES_MAX = 500;

    @Param({"STRONG_SESSION_MONOTONIC_ATOMIC_VIEW", "CAUSAL"})
    private IsolationLevel level = IsolationLevel.CAUSAL;

    private JdbcProgram program = JdbcExamples.named("tpcc-payment").orElseThrow();

    /** Complete histories that were reached. */
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
