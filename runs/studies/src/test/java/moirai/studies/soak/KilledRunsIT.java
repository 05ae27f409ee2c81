package moirai.studies.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KilledRunsIT {

    @TempDir
    private Path place;

    @ParameterizedTest
    @ValueSource(strings = {"memory", "h2"})
    void whatIsKilledAndResumedIsReadableAndWhole(String database) throws Exception {
        var runs = new KilledRuns(database, place, Duration.ofSeconds(4), System.nanoTime());

        KilledRuns.Seen seen = runs.run(3);

        assertThat(seen.endedBefore()).isEmpty();
        assertThat(seen.unreadable()).isEmpty();
        assertThat(seen.isSpanned()).isTrue();
        assertThat(seen.lost()).isZero();
        assertThat(seen.shared()).isZero();
        assertThat(seen.processes()).isZero();
    }
}
