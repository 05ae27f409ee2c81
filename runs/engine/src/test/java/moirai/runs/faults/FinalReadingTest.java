package moirai.runs.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class FinalReadingTest {

    @Test
    void readsHaveABudgetAsAWhole() {
        assertThat(FinalReading.budget(1)).isEqualTo(Duration.ofSeconds(25));
        assertThat(FinalReading.budget(3)).isEqualTo(Duration.ofSeconds(75));
        assertThat(FinalReading.budget(9)).isEqualTo(Duration.ofMinutes(2));
    }
}
