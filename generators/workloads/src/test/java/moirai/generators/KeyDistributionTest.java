package moirai.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import moirai.generators.KeyDistribution.Exponential;
import moirai.generators.KeyDistribution.Uniform;
import moirai.generators.KeyDistribution.Zipfian;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyDistributionTest {

    @Test
    void parametersMayBeLeftOut() {
        assertThat(KeyDistribution.parse("uniform")).isEqualTo(new Uniform());
        assertThat(KeyDistribution.parse("exponential")).isEqualTo(new Exponential(2));
        assertThat(KeyDistribution.parse("exponential:1.5")).isEqualTo(new Exponential(1.5));
        assertThat(KeyDistribution.parse("zipf")).isEqualTo(new Zipfian(0.99));
        assertThat(KeyDistribution.parse("zipf:1.2")).isEqualTo(new Zipfian(1.2));
    }

    @Test
    void weightsFollowTheDefinitions() {
        assertThat(new Uniform().weight(7)).isEqualTo(1);
        assertThat(new Exponential(2).weight(0)).isEqualTo(1);
        assertThat(new Exponential(2).weight(3)).isEqualTo(0.125);
        assertThat(new Zipfian(2).weight(0)).isEqualTo(1);
        assertThat(new Zipfian(2).weight(3)).isEqualTo(1.0 / 16, offset(1e-15));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "pareto", "Uniform", "uniform:1", "uniform:", "zipfian:1"})
    void anUnknownDistributionIsNamedAndTheAcceptedOnesAreListed(String text) {
        assertThatThrownBy(() -> KeyDistribution.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + text + "' is not a key distribution: expected uniform, exponential,"
                        + " exponential:BASE, zipf or zipf:EXPONENT");
    }

    @Test
    void aParameterOutOfRangeIsNamedWithItsRange() {
        assertThatThrownBy(() -> KeyDistribution.parse("zipf:11"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("zipf exponent 11.0 is not from 0.01 to 10.0");
        assertThatThrownBy(() -> KeyDistribution.parse("zipf:"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("zipf exponent '' is not a number from 0.01 to 10.0");
        assertThatThrownBy(() -> new Exponential(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("exponential base 1.0 is not from 1.01 to 100.0");
        assertThatThrownBy(() -> new Exponential(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("exponential base NaN is not from 1.01 to 100.0");
    }
}
