package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HeapNeedTest {

    @TempDir
    private Path root;

    private Path record(String workload, Op op, int txnCount) {
        Path path = root.resolve(workload + txnCount);
        var header = new RunHeader(new Seed(1), workload, "serializable", "serializable", "test", Instant.EPOCH);
        try (HistoryWriter writer = HistoryDirectory.create(path, header, HistoryDirectory.Options.LIVE)
                .forWriters(1)
                .writer(0)) {
            List<Op> unanswered = List.of(new Op.Read(1, Elements.UNKNOWN));
            writer.begin(0, TxnPlan.of(unanswered), 0);
            writer.end(new Txn(0, unanswered, new Outcome.Aborted("40001"), 0, 1));
            for (int txn = 1; txn < txnCount; txn++) {
                writer.begin(0, TxnPlan.of(List.of(op)), txn * 2L);
                writer.end(new Txn(0, List.of(op), new Outcome.Committed(), txn * 2L, txn * 2L + 1));
            }
        }
        return path;
    }

    /** The heap that a check took at least, for a byte on the disk. */
    static Stream<Arguments> measured() {
        return Stream.of(
                Arguments.of("append", new Op.Append(1, 1), 5.3),
                Arguments.of("bank accounts=8 total=100", new Op.Increment(1, 1), 10.5),
                Arguments.of("counter", new Op.Increment(1, 1), 17.0),
                Arguments.of("set", new Op.Add(1, 1), 25.9),
                Arguments.of("register", new Op.Write(1, 1), 29.9));
    }

    @ParameterizedTest
    @MethodSource("measured")
    void estimateLeavesAMarginOverWhatWasMeasured(String workload, Op op, double ratio) throws Exception {
        Path path = record(workload, op, 500);

        assertThat((double) HeapNeed.of(path).bytes()).isBetween(1.3 * ratio * size(path), 2.5 * ratio * size(path));
    }

    @ParameterizedTest
    @MethodSource("measured")
    void estimateGrowsWithTheHistory(String workload, Op op, double ratio) {
        assertThat(HeapNeed.of(record(workload, op, 2_000)).bytes())
                .isGreaterThan(2 * HeapNeed.of(record(workload, op, 500)).bytes());
    }

    @Test
    void nothingNeedsNothing() {
        assertThat(HeapNeed.of(root.resolve("none"))).isEqualTo(new HeapNeed(0));
    }

    private static long size(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
