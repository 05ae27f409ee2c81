package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import moirai.runs.interim.CheckBudget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckBudgetTest {

    private static CheckBudget parse(String text) {
        return new Values.OfCheckBudget().convert(text);
    }

    @Test
    void timeAndHeapAreLimitedTogetherOrAlone() {
        assertThat(parse("time=5m,heap=64m")).isEqualTo(new CheckBudget(Duration.ofMinutes(5), 64L << 20));
        assertThat(parse("heap=64m")).isEqualTo(new CheckBudget(CheckBudget.NO_TIME_LIMIT, 64L << 20));
        assertThat(parse("time=500ms")).isEqualTo(new CheckBudget(Duration.ofMillis(500), Long.MAX_VALUE));
        assertThat(CheckBudget.NONE.isLimited()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'time=5m,heap=64m', 'time=600s,heap=128m'", "time=500ms, time=1s", "heap=1m, heap=2m"})
    void twiceAsMuchIsWrittenAsItIsRead(String budget, String twice) {
        assertThat(parse(budget).twice()).hasToString(twice).isEqualTo(parse(twice));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'is not a budget; expected e.g. time=5m'",
        "5m, is not a budget; expected e.g. time=5m",
        "time=, is not a budget",
        "time=0, 0' is not a duration",
        "heap=4, 4' is no size; expected e.g. time=5m",
        "heap=0g, 0g' is no size",
        "heap=999999g, the JVM itself may use no more than",
        "'time=1s,time=2s', limits one thing twice",
    })
    void whatIsNoBudgetIsNamedWithWhatWouldBe(String text, String reason) {
        assertThatThrownBy(() -> parse(text))
                .hasMessageStartingWith("'" + text + "'")
                .hasMessageContaining(reason);
    }
}
