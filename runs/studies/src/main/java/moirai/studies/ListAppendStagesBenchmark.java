package moirai.studies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.analysis.listappend.ListAppendStages;
import moirai.history.History;
import moirai.history.files.HistoryReader;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures each step of the check of a valid history, from its files to the verdict, and the steps that only an invalid
 * history needs.
 *
 * <p>{@code scripts/benchmark ListAppendStages -p txnCount=1000000}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgs = "-Xmx8g")
public class ListAppendStagesBenchmark {

    private static final int SESSIONS = 20;

    @Param({"1000000"})
    private int txnCount;

    private Path recorded = Path.of("");
    private History history = ListAppendHistories.history(Histories.WORKLOAD, 1, SESSIONS);
    private ListAppendStages stages = new ListAppendStages(history);

    @Setup
    public void record() throws IOException {
        recorded = Files.createTempDirectory("moirai-benchmark");
        ListAppendHistories.record(Histories.WORKLOAD, txnCount, SESSIONS, recorded.resolve("history"));
        history = load();
        stages = new ListAppendStages(history);
    }

    @TearDown
    public void removeRecording() throws IOException {
        HistoryFilesBenchmark.delete(recorded);
    }

    @Benchmark
    public History load() {
        return HistoryReader.read(recorded).history();
    }

    @Benchmark
    public int writes() {
        return stages.writes();
    }

    @Benchmark
    public int committedReads() {
        return stages.committedReads();
    }

    @Benchmark
    public int versionOrders() {
        return stages.versionOrders();
    }

    @Benchmark
    public Findings singleReads() {
        return stages.singleReads();
    }

    @Benchmark
    public int realtime() {
        return stages.realtime();
    }

    @Benchmark
    public boolean serialOrder() {
        return stages.serialOrder();
    }

    @Benchmark
    public int dependencies() {
        return stages.dependencies();
    }

    @Benchmark
    public int barriers() {
        return stages.barriers();
    }

    @Benchmark
    public int components() {
        return stages.components();
    }

    @Benchmark
    public Evidence evidence() {
        return Evidence.of(history);
    }

    @Benchmark
    public Findings wholeCheck() {
        return new ListAppendChecker().analyze(load());
    }
}
