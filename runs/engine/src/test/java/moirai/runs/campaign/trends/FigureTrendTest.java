package moirai.runs.campaign.trends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FigureTrendTest {

    private static final int FIGURES = 8;

    /** How a figure varies from night to night where nothing changes. */
    enum Noise {
        NORMAL(random -> 1_000 + 50 * random.nextGaussian()),
        /** A machine that is now and then busy with something else. */
        OUTLIERS(random -> random.nextInt(10) == 0 ? 300 : 1_000 + 20 * random.nextGaussian()),
        TWO_MACHINES(random -> random.nextBoolean() ? 1_000 : 700 + random.nextDouble()),
        MOSTLY_ZERO(random -> random.nextInt(5) == 0 ? 1 + random.nextInt(3) : 0),
        LONG_TAIL(random -> Math.exp(2 * random.nextGaussian()));

        @SuppressWarnings("ImmutableEnumChecker") // Lambdas without state.
        private final ToDoubleFunction<Random> next;

        Noise(ToDoubleFunction<Random> next) {
            this.next = next;
        }
    }

    @Test
    void aNewLevelIsToldWithItsFirstNight() {
        double[] nights = {100, 103, 98, 101, 99, 102, 97, 104, 96, 100.5, 70, 71, 69, 72};

        FigureTrend trend = FigureTrend.of(nights).orElseThrow();

        assertThat(trend.since()).isEqualTo(3);
        assertThat(trend.before()).isEqualTo(100.25);
        assertThat(trend.now()).isEqualTo(70.5);
        assertThat(trend.chance()).isLessThan(0.015);
    }

    @Test
    void oneOutlierIsNoNewLevel() {
        double[] nights = {100, 103, 98, 101, 99, 102, 97, 104, 96, 100, 10};

        assertThat(FigureTrend.of(nights).map(FigureTrend::chance).orElse(1.0)).isGreaterThan(0.1);
    }

    @Test
    void aSmallChangeIsNoneHoweverSure() {
        double[] nights = new double[30];
        Arrays.setAll(nights, night -> night < 23 ? 100 + night / 100.0 : 103 + night / 100.0);

        assertThat(FigureTrend.of(nights)).isEmpty();
    }

    @Test
    void fewNightsTellNothing() {
        assertThat(FigureTrend.of(new double[] {100, 101, 99, 100, 50})).isEmpty();
        assertThat(FigureTrend.of(new double[0])).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void nightsWithoutAChangeHaveFewFalseAlarms(Noise noise) {
        var random = new Random(28);
        double significance = Alarms.significance(FIGURES);
        int nights = 0;
        int alarms = 0;
        for (int fortnight = 0; fortnight < 100; fortnight++) {
            double[][] figures = new double[FIGURES][28];
            for (double[] figure : figures) {
                Arrays.setAll(figure, night -> noise.next.applyAsDouble(random));
            }
            for (int night = 14; night <= 28; night++) {
                int count = night;
                nights++;
                alarms += Arrays.stream(figures)
                                .flatMap(figure -> FigureTrend.of(Arrays.copyOf(figure, count)).stream())
                                .anyMatch(trend -> trend.chance() <= significance)
                        ? 1
                        : 0;
            }
        }

        assertThat((double) alarms / nights).isLessThanOrEqualTo(Alarms.SHARE_MAX);
    }
}
