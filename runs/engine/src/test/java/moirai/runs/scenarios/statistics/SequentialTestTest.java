package moirai.runs.scenarios.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import moirai.runs.scenarios.statistics.SequentialTest.Decision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SequentialTestTest {

    private static final int REPETITIONS = 4_000;

    /**
     * Returns the share of repetitions that end in acceptance at this true rate; attempts are bounded as the test says.
     */
    private static double accepted(double reference, double rate) {
        var random = new Random(42);
        var test = new SequentialTest(reference, 3);
        int accepted = 0;
        for (int repetition = 0; repetition < REPETITIONS; repetition++) {
            Tally tally = Tally.NONE;
            while (test.decide(tally) == Decision.OPEN && tally.judged() < test.attemptsMax()) {
                tally = random.nextDouble() < rate ? tally.withShown() : tally.withNotShown();
            }
            accepted += test.decide(tally) == Decision.ACCEPTED ? 1 : 0;
        }
        return (double) accepted / REPETITIONS;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.2, 0.5, 0.95})
    void aQuarterOfTheRateIsRarelyAccepted(double reference) {
        assertThat(accepted(reference, reference / 4)).isLessThan(0.05);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.2, 0.5, 0.95})
    void theSameRateIsMostlyAccepted(double reference) {
        assertThat(accepted(reference, reference)).isGreaterThan(0.85);
    }

    @Test
    void whatNeverShowsIsNeverAccepted() {
        assertThat(accepted(0.2, 0)).isZero();
    }

    /** After one of 14, ln 4 + 13 ln(0.8 / 0.95) = -0.85; after none of 14, -2.41, below ln(0.1 / 0.95) = -2.25. */
    @Test
    void atTwentyPercentFourteenAttemptsWithoutAShowAreEnough() {
        var test = new SequentialTest(0.2, 3);

        assertThat(test.decide(new Tally(0, 13, 0))).isEqualTo(Decision.OPEN);
        assertThat(test.decide(new Tally(0, 14, 0))).isEqualTo(Decision.REJECTED);
        assertThat(test.decide(new Tally(1, 13, 0))).isEqualTo(Decision.OPEN);
    }

    @Test
    void beingShownOftenEnoughIsAskedForBesides() {
        assertThat(new SequentialTest(0.9, 3).decide(new Tally(3, 0, 0))).isEqualTo(Decision.ACCEPTED);
        assertThat(new SequentialTest(0.9, 4).decide(new Tally(3, 0, 0))).isEqualTo(Decision.OPEN);
    }

    /** A few attempts that all showed the failure do not prove a rate of 1, which a single miss would refute. */
    @Test
    void oneMissIsNoDisproofOfARateOfOne() {
        assertThat(new SequentialTest(1, 3).decide(new Tally(0, 1, 0))).isEqualTo(Decision.OPEN);
    }

    @Test
    void unknownAttemptsDecideNothing() {
        assertThat(new SequentialTest(0.9, 3).decide(new Tally(0, 0, 100))).isEqualTo(Decision.OPEN);
    }

    @ParameterizedTest
    @CsvSource({"0, 600", "0.2, 60", "1, 14"})
    void attemptsAreBounded(double reference, int most) {
        assertThat(new SequentialTest(reference, 3).attemptsMax()).isEqualTo(most);
    }

    @Test
    void whatIsNoRateIsRefused() {
        assertThatThrownBy(() -> new SequentialTest(Double.NaN, 3)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new SequentialTest(0.5, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
