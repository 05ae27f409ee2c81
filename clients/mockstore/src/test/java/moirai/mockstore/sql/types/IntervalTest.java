package moirai.mockstore.sql.types;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.util.DefaultLocale;

class IntervalTest {

    @Test
    @DefaultLocale("ar-EG")
    void textHasTheSameDigitsInEveryLocale() {
        assertThat(new Interval(14, 3, 3_723_500_000L)).hasToString("1 year 2 mons 3 days 01:02:03.5");
    }
}
