package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoadTest {

    @Test
    void sharesOfTheSlotsAddUpToTheCount() {
        var load = new Load(3, Duration.ofSeconds(1), 11);

        assertThat(IntStream.range(0, 3).mapToLong(load::txnCountOf)).containsExactly(4L, 4L, 3L);
    }

    @Test
    void sharesOfNoLimitHaveNoLimit() {
        assertThat(new Load(3, Duration.ofSeconds(1), Load.UNLIMITED).txnCountOf(2))
                .isEqualTo(Load.UNLIMITED);
    }

    @Test
    void aTimeLimitThatNobodyCouldCountIsRefused() {
        assertThatThrownBy(() -> new Load(1, Duration.ofDays(200_000), 1))
                .hasMessage("time limit of 200000 days is out of range: expected at most 36500");
    }

    @Test
    void nothingToDoIsRefused() {
        assertThatThrownBy(() -> new Load(0, Duration.ofSeconds(1), 1)).hasMessageContaining("concurrency 0");
        assertThatThrownBy(() -> new Load(1, Duration.ZERO, 1)).hasMessageContaining("time limit");
        assertThatThrownBy(() -> new Load(1, Duration.ofSeconds(1), 0)).hasMessageContaining("transaction count");
    }
}
