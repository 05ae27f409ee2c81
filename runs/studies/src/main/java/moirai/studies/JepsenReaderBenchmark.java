package moirai.studies;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.export.EdnExport;
import moirai.history.export.JsonLinesExport;
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
 * Measures the reading of a history of Jepsen's list-append workload with 20 sessions, from the files that Jepsen and
 * elle-cli write.
 *
 * <p>{@code scripts/benchmark JepsenReader}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgs = "-Xmx4g")
public class JepsenReaderBenchmark {

    private static final int SESSIONS = 20;

    @Param({"100000"})
    private int txnCount;

    private Path edn = Path.of("");
    private Path jsonLines = Path.of("");

    @Setup
    public void export() throws IOException {
        History history = ListAppendHistories.history(Histories.WORKLOAD, txnCount, SESSIONS);
        edn = Files.createTempFile("moirai-benchmark", ".edn");
        jsonLines = Files.createTempFile("moirai-benchmark", ".jsonl");
        try (Writer out = Files.newBufferedWriter(edn)) {
            EdnExport.write(history, out);
        }
        try (Writer out = Files.newBufferedWriter(jsonLines)) {
            JsonLinesExport.write(history, out);
        }
    }

    @TearDown
    public void remove() throws IOException {
        Files.delete(edn);
        Files.delete(jsonLines);
    }

    @Benchmark
    public History edn() {
        return HistoryFormat.detect(edn).read(edn);
    }

    @Benchmark
    public History jsonLines() {
        return HistoryFormat.detect(jsonLines).read(jsonLines);
    }
}
