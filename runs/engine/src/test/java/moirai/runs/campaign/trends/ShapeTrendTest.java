package moirai.runs.campaign.trends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import moirai.runs.scenarios.statistics.Tally;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShapeTrendTest {

    private static final double SIGNIFICANCE = 0.01;

    /** Each letter is a night with one run: x showed the anomaly, . did not, ? was not judged. */
    @ParameterizedTest
    @CsvSource({
        "x, NEW",
        "...x, NEW",
        "?x, NEW",
        "xx, STILL",
        "x?x, STILL",
        "x.x, FLAKY",
        ".xx, STILL",
        "..x.x, FLAKY",
        "x.., MISSED",
        "xx?, UNKNOWN",
        "xxxxxxxxxxxxx., MISSED",
        "xxxxxxxxxxxxx.., MISSED",
        "xxxxxxxxxxxxxx.., GONE",
        "xxxxxxxxxxxxxx?.., GONE",
        "..............xxxxxxxxxxxxxx.., GONE",
        "x.x.x.x.x.x.x...., MISSED",
        "x.x.x.x.x.x.x.........., MISSED",
        "x.x.x.x.x.x.x............, GONE",
        "xxxxxxxxxxxxxx..x, BACK",
        "xxxxxxxxxxxxxx..?x, BACK",
        "xxxxxxxxxxxxx.x, FLAKY",
        "x....................xx, FLAKY",
        "x....................xxxxx, MORE_OFTEN"
    })
    void nights(String nights, Change change) {
        assertThat(ShapeTrend.of(tallies(nights), SIGNIFICANCE).change()).isEqualTo(change);
    }

    @Test
    void whatWasRareAndIsSeenInManyRunsIsSeenMoreOften() {
        List<Tally> nights = List.of(new Tally(1, 99, 0), new Tally(0, 100, 0), new Tally(6, 4, 0));

        ShapeTrend trend = ShapeTrend.of(nights, SIGNIFICANCE);

        assertThat(trend.change()).isEqualTo(Change.MORE_OFTEN);
        assertThat(trend.chance()).isLessThan(1e-6);
    }

    @Test
    void theChanceThatTheLastRunsAreWithoutItIsThatOfTheOrderOfRuns() {
        ShapeTrend trend = ShapeTrend.of(tallies("xxxxxx.."), SIGNIFICANCE);

        // One of the 21 ways to choose the two of seven runs that are without it.
        assertThat(trend.chance()).isCloseTo(1 / 21.0, within(1e-9));
        assertThat(trend.runsToGone(SIGNIFICANCE, 100)).isEqualTo(2);
        assertThat(ShapeTrend.of(tallies("xxxxxx...."), SIGNIFICANCE).change()).isEqualTo(Change.GONE);
        assertThat(ShapeTrend.of(tallies("xxxxxx..."), SIGNIFICANCE).change()).isEqualTo(Change.MISSED);
    }

    /** Cells with anomalies that are as frequent each night: changes that are told are false alarms. */
    @Test
    void nightsWithoutAChangeHaveFewFalseAlarms() {
        double[] rates = {0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97};
        var random = new Random(28);
        double significance = Alarms.significance(rates.length);
        int nights = 0;
        int alarms = 0;
        for (int fortnight = 0; fortnight < 400; fortnight++) {
            List<List<Tally>> cells = new ArrayList<>();
            for (int cell = 0; cell < rates.length; cell++) {
                cells.add(new ArrayList<>());
            }
            for (int night = 0; night < 14; night++) {
                boolean isAlarm = false;
                for (int cell = 0; cell < rates.length; cell++) {
                    cells.get(cell).add(tally(random.nextDouble() < rates[cell]));
                    Change change = ShapeTrend.of(cells.get(cell), significance).change();
                    // That something rare is seen for the first time is told whenever it happens, and is true.
                    isAlarm |= change == Change.GONE || change == Change.BACK || change == Change.MORE_OFTEN;
                }
                nights++;
                alarms += isAlarm ? 1 : 0;
            }
        }

        assertThat((double) alarms / nights).isLessThanOrEqualTo(Alarms.SHARE_MAX);
    }

    private static List<Tally> tallies(String nights) {
        return nights.chars()
                .mapToObj(night -> night == '?' ? new Tally(0, 0, 1) : tally(night == 'x'))
                .toList();
    }

    private static Tally tally(boolean isShown) {
        return isShown ? Tally.NONE.withShown() : Tally.NONE.withNotShown();
    }
}
