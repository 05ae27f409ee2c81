package moirai.runs.scenarios.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProportionsTest {

    /**
     * The expected value is computed by hand: of the 252 ways to choose 5 of 10 attempts, one has all five failures on
     * one side.
     */
    @Test
    void fiveOfFiveAgainstNoneOfFiveIsOneOf252() {
        assertThat(Proportions.moreOften(new Tally(5, 0, 0), new Tally(0, 5, 0)))
                .isCloseTo(1.0 / 252, within(1e-12));
    }

    @Test
    void theTestIsOneSided() {
        assertThat(Proportions.moreOften(new Tally(0, 5, 0), new Tally(5, 0, 0)))
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void whatCouldNotBeJudgedIsNotCounted() {
        assertThat(Proportions.moreOften(new Tally(5, 0, 9), new Tally(0, 5, 7)))
                .isEqualTo(Proportions.moreOften(new Tally(5, 0, 0), new Tally(0, 5, 0)));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 3, 3", "3, 3, 0, 0", "0, 4, 0, 9", "4, 0, 9, 0"})
    void whereNothingCanDifferNothingIsShown(int shown, int not, int otherShown, int otherNot) {
        assertThat(Proportions.moreOften(new Tally(shown, not, 0), new Tally(otherShown, otherNot, 0)))
                .isEqualTo(1);
    }

    /** The interval ends of Clopper and Pearson at 0 and n have the form of the "rule of three": 1 - 0.025^(1/n). */
    @Test
    void theRangeOfNoneOfTwentyEndsWhereNoneIsUnlikely() {
        Proportions.Range range = Proportions.range(new Tally(0, 20, 0));

        assertThat(range.low()).isZero();
        assertThat(range.high()).isCloseTo(1 - Math.pow(0.025, 1.0 / 20), within(1e-9));
    }

    @Test
    void theLowerBoundOfAllIsWhereAllIsUnlikely() {
        assertThat(Proportions.lowerBound(new Tally(20, 0, 0), 1)).isCloseTo(Math.pow(0.05, 1.0 / 20), within(1e-9));
        // Picked from two, each has half of the 5 %.
        assertThat(Proportions.lowerBound(new Tally(20, 0, 0), 2)).isCloseTo(Math.pow(0.025, 1.0 / 20), within(1e-9));
    }

    @Test
    void aRangeOfNothingIsRefused() {
        assertThatThrownBy(() -> Proportions.range(new Tally(0, 0, 4))).isInstanceOf(IllegalArgumentException.class);
    }

    /** 0.8^20 is 1.15 %, 0.8^21 is 0.92 %. */
    @ParameterizedTest
    @CsvSource({"0.2, 0.99, 21", "0.5, 0.99, 7", "0.9, 0.99, 2", "1, 0.99, 1", "0.5, 0.5, 1", "0.01, 0.99, 459"})
    void absenceTakesAsManyAttemptsAsTheRateAsks(double rate, double confidence, int attempts) {
        assertThat(Proportions.attemptsForAbsence(rate, confidence)).isEqualTo(attempts);
        assertThat(Math.pow(1 - rate, attempts)).isLessThanOrEqualTo(1 - confidence + 1e-12);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.99", "1.1, 0.99", "NaN, 0.99", "0.2, 1", "0.2, 0"})
    void ratesAndConfidencesAreBetweenNoneAndAll(double rate, double confidence) {
        assertThatThrownBy(() -> Proportions.attemptsForAbsence(rate, confidence))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
