package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.runs.metrics.MetricsPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void whatIsNoPolicyOfKeepingIsRefusedWithWhatWouldBeAccepted() {
        Cli.Ended ended = run("--keep", "2 hours");

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err())
                .contains("--keep", "'2 hours' says nothing of what is kept: expected all, or an age such as 90s");
    }

    @Test
    void nothingIsDroppedThatIsNotJudgedWhileTheRunGoes() {
        Cli.Ended unjudged = run("--keep", "2h,anomalies", "--no-live-check");
        Cli.Ended counters = run("--keep", "2h", "--workload", "counter");

        assertThat(unjudged.code()).isEqualTo(254);
        assertThat(unjudged.err()).contains("--keep: ", "expected all, or no --no-live-check");
        assertThat(counters.code()).isEqualTo(254);
        assertThat(counters.err()).contains("--keep: ", "counter", "expected all, or --workload append or predicate");
        assertThat(directory.resolve("store")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.0.0.0:9464", "db.example:9464", "99999", "moirai.txt", "", "no/such/folder/x.prom", "-1"})
    void anotherPlaceIsRefused(String place) {
        assertThatThrownBy(() -> new WatchOptions.OfPlace().convert(place)).hasMessageContaining("expected");
    }

    @Test
    void placesAreAPortOrAFile() {
        var converter = new WatchOptions.OfPlace();

        assertThat(Stream.of("9464", "127.0.0.1:9464", "localhost:9464").map(converter::convert))
                .containsOnly(new MetricsPlace.Port(9464));
        Path file = directory.resolve("x.prom");
        assertThat(converter.convert(file.toString())).isEqualTo(new MetricsPlace.File(file));
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
