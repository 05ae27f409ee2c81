package moirai.runs.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultPick;
import moirai.runs.Load;
import moirai.runs.scenarios.statistics.Tally;
import org.junit.jupiter.api.Test;

class ScenarioTextTest {

    private static final FaultPick KILL = new FaultPick(FaultKind.KILL, 1);
    private static final FaultPick FAILOVER = new FaultPick(FaultKind.FAILOVER, 1);
    private static final Scenario WHOLE =
            new Scenario(10, Duration.ofSeconds(8), Load.UNLIMITED, List.of(KILL, FAILOVER));
    private static final Shrinking.Effort EFFORT = new Shrinking.Effort(40, 3, Duration.ofSeconds(400), false);

    private static Shrinking found(Scenario smallest, Shrinking.Final last, FaultNeed... needs) {
        return new Shrinking(
                WHOLE, new Shrinking.Begin(WHOLE, new Tally(3, 1, 0)), smallest, last, List.of(needs), EFFORT);
    }

    @Test
    void aNeededFaultIsNamedWithItsNumbers() {
        var with = new Shrinking.Final(new Tally(7, 2, 0), 9, true, true);
        var without = new Shrinking.Final(new Tally(0, 9, 1), 9, false, true);

        String text = ScenarioText.of(
                found(WHOLE.withFaults(List.of(FAILOVER)), with, FaultNeed.of("failover#1", without, with, 1)));

        assertThat(text).isEqualTo("""
            whole      10 sessions, 8.0 s, kill#1, failover#1
            again      3 of 4 attempts at the whole showed it
            smallest   10 sessions, 8.0 s, failover#1
            rate       7 of 9 fresh attempts showed it: 40 to 97 % (95 %, Clopper-Pearson)
            needed     failover#1: 0 of 9 (and 1 unknown) without, 7 of 9 with, p = 0.0011
            effort     40 attempts in 400.0 s
            """);
    }

    /** Nothing was chosen by the first count, so it is the measure as well, and not a fresh one. */
    @Test
    void theLeastIsMeasuredByItsFirstCount() {
        Scenario least = new Scenario(1, Duration.ofSeconds(4), Load.UNLIMITED, List.of(FAILOVER));
        var tally = new Tally(3, 0, 0);
        var last = new Shrinking.Final(tally, 3, true, true);
        var without = new Shrinking.Final(new Tally(0, 3, 0), 3, false, false);

        String text = ScenarioText.of(new Shrinking(
                WHOLE,
                new Shrinking.Begin(least, tally),
                least,
                last,
                List.of(FaultNeed.of("failover#1", without, last, 1)),
                EFFORT));

        assertThat(text).contains("rate       3 of 3 attempts showed it: 29 to 100 %");
        assertThat(text).contains("needed     failover#1: 0 of 3 without, 3 of 3 with, p = 0.0500\n");
    }

    /** A measure that was reported after several others was chosen by its own count, so it has no interval. */
    @Test
    void aMeasureAfterOthersHasNoInterval() {
        var last = new Shrinking.Final(new Tally(7, 2, 0), 9, true, false);

        assertThat(ScenarioText.of(found(WHOLE, last)))
                .contains("rate       7 of 9 fresh attempts showed it (chosen after other measures, so without an"
                        + " interval)\n")
                .doesNotContain("%");
    }

    /** A measure that was cut short is no count of a fixed number, so it has no interval, and proves no need. */
    @Test
    void aMeasureThatWasCutShortHasNoIntervalAndProvesNoNeed() {
        var with = new Shrinking.Final(new Tally(7, 0, 0), 9, true, true);
        var without = new Shrinking.Final(new Tally(0, 9, 0), 9, false, true);

        String text = ScenarioText.of(
                found(WHOLE.withFaults(List.of(FAILOVER)), with, FaultNeed.of("failover#1", without, with, 1)));

        assertThat(text).contains("rate       7 of 7 fresh attempts showed it\n");
        assertThat(text)
                .contains("left       failover#1, not shown to be needed")
                .doesNotContain("needed  ");
    }

    @Test
    void eachOfSeveralClaimsHasToBeLessLikely() {
        var with = new Shrinking.Final(new Tally(4, 4, 0), 8, true, true);
        var without = new Shrinking.Final(new Tally(0, 8, 0), 8, false, true);

        assertThat(FaultNeed.of("kill#1", without, with, 1).isNeeded()).isTrue();
        assertThat(FaultNeed.of("kill#1", without, with, 2).isNeeded()).isFalse();
    }

    @Test
    void whereNoFaultIsLeftItIsSaid() {
        String text = ScenarioText.of(
                found(WHOLE.withFaults(List.of()), new Shrinking.Final(new Tally(9, 0, 0), 9, true, true)));

        assertThat(text).contains("none is needed: it fails without any").doesNotContain("needed  ");
    }

    @Test
    void whatIsNotConfirmedIsNotCalledSmallest() {
        assertThat(ScenarioText.of(found(WHOLE, new Shrinking.Final(new Tally(1, 8, 0), 9, false, true))))
                .contains("not confirmed: of fresh attempts 1 of 9 showed it")
                .doesNotContain("smallest");
        assertThat(ScenarioText.of(found(WHOLE, Shrinking.Final.NONE)))
                .contains("not reproduced")
                .doesNotContain("smallest");
    }
}
