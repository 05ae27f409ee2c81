package moirai.studies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
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
 * Measures the recording of transactions, each with one write to the operating system as in a run, and the reading.
 *
 * <p>{@code scripts/benchmark HistoryFiles}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 5)
@Fork(value = 1, jvmArgs = "-Xmx8g")
public class HistoryFilesBenchmark {

    @Param({"1000000"})
    private int txnCount;

    private List<Txn> txns = List.of();
    private List<TxnPlan> plans = List.of();
    private Path recorded = Path.of("");

    /** Simulates the transactions, and records the files that {@link #read} reads. */
    @Setup
    public void simulate() throws IOException {
        txns = Histories.txns(MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE), txnCount);
        plans = txns.stream().map(txn -> TxnPlan.of(txn.ops())).toList();
        recorded = record();
    }

    @TearDown
    public void removeRecording() throws IOException {
        delete(recorded);
    }

    @Benchmark
    public void write() throws IOException {
        delete(record());
    }

    @Benchmark
    public History read() {
        return HistoryReader.read(recorded).history();
    }

    private Path record() throws IOException {
        Path directory = Files.createTempDirectory("moirai-benchmark");
        try (var writer = HistoryDirectory.create(directory.resolve("history"), RunHeader.NONE)
                .writer(0)) {
            for (int i = 0; i < txns.size(); i++) {
                Txn txn = txns.get(i);
                writer.begin(txn.session(), plans.get(i), txn.startNanos());
                writer.end(txn);
            }
        }
        return directory;
    }

    static void delete(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
