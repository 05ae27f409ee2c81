package moirai.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs every benchmark once with tiny inputs, so that they cannot rot. What they measure here means nothing. */
class BenchmarksTest {

    @Test
    void everyBenchmarkRuns() throws RunnerException {
        var results = new Runner(new OptionsBuilder()
                        .include("moirai\\.benchmarks\\..*")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(10))
                        .param("txnCount", "500")
                        .shouldFailOnError(true)
                        .build())
                .run();

        assertThat(results)
                .extracting(result -> result.getParams().getBenchmark())
                .contains(
                        "moirai.benchmarks.ListAppendCheckerBenchmark.analyze",
                        "moirai.benchmarks.ListAppendCheckerBenchmark.analyzeAnomalous",
                        "moirai.benchmarks.ListAppendStagesBenchmark.components",
                        "moirai.benchmarks.ListAppendStagesBenchmark.wholeCheck",
                        "moirai.benchmarks.GrowingHistoryBenchmark.mayRead",
                        "moirai.benchmarks.MockStoreBenchmark.txn",
                        "moirai.benchmarks.MockStoreHotKeyBenchmark.smallRun",
                        "moirai.benchmarks.HistoryFilesBenchmark.read",
                        "moirai.benchmarks.HistoryFilesBenchmark.write",
                        "moirai.benchmarks.JepsenReaderBenchmark.edn",
                        "moirai.benchmarks.JepsenReaderBenchmark.jsonLines",
                        "moirai.benchmarks.TxnGeneratorBenchmark.next",
                        "moirai.benchmarks.exploration.ExplorationBenchmark.search",
                        "moirai.benchmarks.exploration.JdbcExplorationBenchmark.search");
    }
}
