package moirai.history.keeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeepTest {

    @Test
    void policiesAreWrittenAsTheyAreRead() {
        for (String text : List.of("all", "2h", "5m,anomalies,faults", "1d2h3m4s,faults", "90m,anomalies")) {
            assertThat(Keep.parse(Keep.parse(text).toString())).isEqualTo(Keep.parse(text));
        }
        assertThat(Keep.parse("90m,anomalies")).hasToString("1h30m,anomalies");
        assertThat(Keep.parse("2h")).isEqualTo(new Keep.Recent(Duration.ofHours(2), false, false));
    }

    @Test
    void whatIsNoPolicyIsRefusedWithItsValueAndWhatIsAccepted() {
        for (String text :
                List.of("", "some", "2", "2h,", "2h,errors", "2h,faults,faults", "all,faults", "faults", "-2h")) {
            assertThatThrownBy(() -> Keep.parse(text))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + text + "'")
                    .hasMessageContaining("expected all, or an age such as 90s, 5m, 2h or 1d");
        }
    }

    @Test
    void ageOfNoTimeOrOfManyYearsIsRefused() {
        assertThatThrownBy(() -> Keep.parse("0s"))
                .hasMessageContaining("'0s' is no age")
                .hasMessageContaining("1s to");
        assertThatThrownBy(() -> Keep.parse("9999d")).hasMessageContaining("expected 1s to 365d");
    }

    @Test
    void segmentsAreAnEighthOfTheAgeAndShorterAroundEvents() {
        assertThat(Keep.all().segmentSpan()).isEmpty();
        assertThat(Keep.parse("40s").segmentSpan()).contains(Duration.ofSeconds(5));
        assertThat(Keep.parse("2h").segmentSpan()).contains(Keep.SPAN_MAX);
        assertThat(Keep.parse("2h,faults").segmentSpan()).contains(Keep.SPAN_MAX_AROUND_EVENTS);
    }
}
