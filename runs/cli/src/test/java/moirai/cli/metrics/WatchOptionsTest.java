package moirai.cli.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchOptionsTest {

    @TempDir
    private Path directory;

    @Test
    void theFileOfMetricsHasTheVerdictInTheEnd() throws IOException {
        Path file = directory.resolve("moirai.prom");

        Cli.Ended ended = run("--metrics", file.toString());

        assertThat(ended.code()).isZero();
        assertThat(Files.readString(file))
                .contains("moirai_run_verdict{verdict=\"VALID\"} 1.0")
                .contains("moirai_transactions_total{outcome=\"committed\"}");
    }

    @Test
    void anotherAddressIsRefusedBeforeAnythingIsDone() {
        Cli.Ended ended = run("--metrics", "0.0.0.0:9464");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("--metrics").contains("'0.0.0.0'").contains("expected 127.0.0.1:PORT");
        assertThat(directory.resolve("store")).doesNotExist();
    }

    @Test
    void whoWantsNoCheckMeanwhileGetsTheSameVerdict() {
        assertThat(run("--no-live-check").out()).contains("verdict: VALID");
    }

    private Cli.Ended run(String... more) {
        String[] fixed = {
            "run",
            "--db",
            "memory",
            "--txn-count",
            "500",
            "--store",
            directory.resolve("store").toString()
        };
        return Cli.plain()
                .run(Stream.concat(Arrays.stream(fixed), Arrays.stream(more)).toArray(String[]::new));
    }
}
