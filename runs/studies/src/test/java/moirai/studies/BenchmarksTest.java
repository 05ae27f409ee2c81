package moirai.studies;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs every benchmark once with tiny inputs, so that they cannot rot. What they measure here means nothing. */
@Tag("long")
class BenchmarksTest {

    @Test
    void everyBenchmarkRuns() throws RunnerException {
        var results = new Runner(new OptionsBuilder()
                        .include("moirai\\.studies\\..*")
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
                        "moirai.studies.ListAppendCheckerBenchmark.analyze",
                        "moirai.studies.ListAppendCheckerBenchmark.analyzeAnomalous",
                        "moirai.studies.ListAppendStagesBenchmark.components",
                        "moirai.studies.ListAppendStagesBenchmark.wholeCheck",
                        "moirai.studies.GrowingHistoryBenchmark.mayRead",
                        "moirai.studies.junit.TriesBenchmark.nothing",
                        "moirai.studies.mockstore.MockStoreBenchmark.txn",
                        "moirai.studies.mockstore.MockStoreHotKeyBenchmark.smallRun",
                        "moirai.studies.HistoryFilesBenchmark.read",
                        "moirai.studies.HistoryFilesBenchmark.write",
                        "moirai.studies.JepsenReaderBenchmark.edn",
                        "moirai.studies.LinearizableRegistersBenchmark.analyze",
                        "moirai.studies.JepsenReaderBenchmark.jsonLines",
                        "moirai.studies.TxnGeneratorBenchmark.next",
                        "moirai.studies.exploration.ExplorationBenchmark.search",
                        "moirai.studies.exploration.JdbcExplorationBenchmark.search");
    }
}
