package moirai.studies.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of all databases at the same time: most of it is waiting for the moments to kill. */
@Execution(ExecutionMode.CONCURRENT)
class KilledRunsIT {

    @TempDir
    private Path place;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "memory --keep 1s,anomalies",
                "h2",
                "postgres:2 --nemesis kill,pause --nemesis-interval 1 --keep 2s,anomalies,faults"
            })
    void whatIsKilledAndResumedIsReadableAndWhole(String options) throws Exception {
        var runs = new KilledRuns(List.of(options.split(" ")), place, Duration.ofMillis(2_500), System.nanoTime());

        KilledRuns.Seen seen = runs.run(3);

        assertThat(seen.kills().endedBefore()).isEmpty();
        assertThat(seen.kills().unreadable()).isEmpty();
        assertThat(seen.isSpanned()).isTrue();
        assertThat(seen.left().lost()).isZero();
        assertThat(seen.left().shared()).isZero();
        assertThat(seen.processes()).isEmpty();
    }
}
