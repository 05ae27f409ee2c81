package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 s, 0.0 s",
        "59949, 59 s, 59.9 s",
        "60000, 1 m 0 s, 1 m 0 s",
        "3600000, 1 h 0 m 0 s, 1 h 0 m 0 s",
        "43198999, 11 h 59 m 58 s, 11 h 59 m 58 s",
        "86405000, 1 d 0 h 0 m 5 s, 1 d 0 h 0 m 5 s"
    })
    void longTimesAreWrittenInTheirUnits(long millis, String span, String moment) {
        assertThat(Numbers.span(Duration.ofMillis(millis))).isEqualTo(span);
        assertThat(Numbers.moment(Duration.ofMillis(millis))).isEqualTo(moment);
    }

    @ParameterizedTest
    @CsvSource({"1500, '1,500/s'", "0.5, 0.5/s", "0, 0/s"})
    void ratesAreWrittenWithoutIdleZeros(double rate, String text) {
        assertThat(Numbers.rate(rate)).isEqualTo(text);
    }
}
