package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyLog;
import moirai.analysis.Checker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checker that always fails must be heard everywhere: if it is not, neither would a real failure be. */
class CanaryTest {

    private static final Checker ALWAYS_FAILS = history -> {
        var log = new AnomalyLog(history);
        log.add(new Anomaly.InternalInconsistency(0, 0, false));
        return log.findings(history.txnCount(), 0, Map.of());
    };

    @TempDir
    private Path store;

    @Test
    void aCheckerThatAlwaysFailsReachesExitCodeStoreAndReport() throws IOException {
        Cli.Ended ended = Cli.with(ALWAYS_FAILS)
                .run("run", "--db", "memory", "--txn-count", "500", "--store", store.toString(), "--name", "canary");

        Path run = store.resolve("latest");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("\nverdict: INVALID ").contains("internal ×1");
        var json = new ObjectMapper().readTree(run.resolve("run.json").toFile());
        assertThat(json.at("/result/exit-code").intValue()).isEqualTo(1);
        assertThat(run.resolve("results.edn")).content().contains(":valid? false");
        assertThat(run.resolve("anomalies/internal-1/explanation.txt")).exists();
        assertThat(Files.readString(run.resolve("run.log"))).contains("verdict: INVALID");
    }

    /** The JVM would end with 1, and nobody could tell that from a proof. */
    @Test
    void memoryThatIsUsedUpIsNoProof() {
        Cli.Ended ended = Cli.with(history -> {
                    throw new OutOfMemoryError("Java heap space");
                })
                .run("run", "--db", "memory", "--txn-count", "500", "--store", store.toString());

        assertThat(ended.code()).isEqualTo(255);
        assertThat(ended.err())
                .contains("moirai: internal error: java.lang.OutOfMemoryError: Java heap space; give the JVM more");
    }
}
