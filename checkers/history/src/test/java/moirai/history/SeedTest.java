package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeedTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdefL})
    void textIsReadBack(long value) {
        Seed seed = new Seed(value);

        assertThat(Seed.parse(seed.toString())).isEqualTo(seed);
        assertThat(Seed.parse("0x" + seed)).isEqualTo(seed);
        assertThat(Seed.parse("0X" + seed.toString().toUpperCase(java.util.Locale.ROOT)))
                .isEqualTo(seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0x", "-1", "+1", " 1", "g", "11112222333344445", "0x0x1"})
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> Seed.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a seed: expected 1 to 16 hexadecimal digits");
    }

    /** Plans of recorded runs are made again from these numbers, so they must never change. */
    @Test
    void partsStayAsTheyAre() {
        assertThat(new Seed(42).part(0)).isEqualTo(Seed.parse("28efe333b266f103"));
        assertThat(new Seed(42).generator().nextLong())
                .isEqualTo(new Seed(42).generator().nextLong());
    }

    @Test
    void partsAreDistinct() {
        assertThat(LongStream.range(0, 10_000).mapToObj(new Seed(7)::part)).doesNotHaveDuplicates();
    }
}
