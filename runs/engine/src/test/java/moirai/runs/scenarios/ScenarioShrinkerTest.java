package moirai.runs.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import moirai.history.FaultEvent;
import moirai.history.Seed;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.FaultPick;
import moirai.nemesis.faults.FaultSchedule;
import moirai.nemesis.faults.PlannedFault;
import moirai.runs.Load;
import moirai.runs.scenarios.statistics.Tally;
import org.junit.jupiter.api.Test;

class ScenarioShrinkerTest {

    private static final int REPETITIONS = 200;
    private static final Duration LONG = Duration.ofDays(1);
    private static final Duration TIME_LIMIT = Duration.ofSeconds(60);
    private static final ShrinkingRules RULES = new ShrinkingRules(3, 2);
    private static final PlannedRun FAULTY = faulty(FaultKind.KILL, FaultKind.PAUSE, FaultKind.FAILOVER);
    private static final FaultPick FAILOVER = new FaultPick(FaultKind.FAILOVER, 2);

    private static PlannedRun faulty(FaultKind... kinds) {
        var mix = new FaultMix(List.of(kinds), Duration.ofSeconds(8), FaultMix.TARGETS_DEFAULT);
        List<PlannedFault> planned = FaultSchedule.until(TIME_LIMIT, new Seed(3), mix, List.of("n1", "n2", "n3"));
        List<FaultPick> picks = planned.stream()
                .map(fault -> new FaultPick(fault.fault().kind(), fault.number()))
                .toList();
        return new PlannedRun(new Scenario(10, TIME_LIMIT, Load.UNLIMITED, picks), planned);
    }

    private static boolean hasFailover(Scenario scenario) {
        return scenario.faults().stream().anyMatch(fault -> fault.name().equals(FAILOVER.name()));
    }

    private static ToDoubleFunction<Scenario> needsFailover(double rate, double otherwise) {
        return scenario -> hasFailover(scenario) ? rate : otherwise;
    }

    private static Shrinking shrink(RatedTrial trial, PlannedRun whole, Duration budget) throws InterruptedException {
        return new ScenarioShrinker(trial, trial.budget(budget), RULES, ShrinkingWatcher.SILENT).shrink(whole);
    }

    @Test
    void theOneFaultThatIsNeededIsNamed() throws InterruptedException {
        Shrinking found = shrink(new RatedTrial(1, needsFailover(0.9, 0)), FAULTY, LONG);

        assertThat(FAULTY.scenario().faults()).hasSizeGreaterThan(5);
        assertThat(found.isConfirmed()).isTrue();
        assertThat(found.smallest().faults())
                .singleElement()
                .extracting(FaultPick::name)
                .isEqualTo("failover#2");
        assertThat(found.needs()).singleElement().satisfies(need -> {
            assertThat(need.fault()).isEqualTo("failover#2");
            assertThat(need.isNeeded()).isTrue();
            assertThat(need.without().shown()).isZero();
            assertThat(need.without().judged())
                    .isEqualTo(RULES.attemptsWithout(found.last().tally(), 1));
            assertThat(need.with()).isEqualTo(found.last().tally());
        });
    }

    /** The evidence names a fault: two successes of it alone, and all others are out. */
    @Test
    void whatTheEvidenceNamesIsExecutedFirstAndStandsForTheWhole() throws InterruptedException {
        PlannedFault second = FAULTY.planned().stream()
                .filter(fault -> fault.name().equals(FAILOVER.name()))
                .findFirst()
                .orElseThrow();
        var event = new FaultEvent(
                second.at().plusMillis(800).toNanos(), FaultEvent.Phase.INJECTED, "failover", "from n1 to n2");
        var suspects = new Suspects(List.of(event), Duration.ofNanos(event.nanos()));
        var trial = new RatedTrial(1, needsFailover(0.9, 0));

        Shrinking found = new ScenarioShrinker(trial, trial.budget(LONG), RULES, ShrinkingWatcher.SILENT)
                .shrink(FAULTY, suspects);

        assertThat(trial.attempted().getFirst().faults())
                .extracting(FaultPick::name)
                .containsExactly("failover#2");
        assertThat(trial.attempted().getFirst().timeLimit())
                .isBetween(second.at().plusSeconds(3), second.at().plusSeconds(6));
        assertThat(trial.attempted()).doesNotContain(FAULTY.scenario());
        assertThat(found.isOfEvidence()).isTrue();
        assertThat(found.first().judged()).isLessThanOrEqualTo(2 * RULES.times());
        assertThat(found.smallest().faults()).extracting(FaultPick::name).containsExactly("failover#2");
    }

    /** An acknowledged write was lost: one session is enough to see that, and nothing smaller is left to be tried. */
    @Test
    void theLeastOfWhatTheEvidenceNamesTakesTenAttemptsAtMostAsARule() throws InterruptedException {
        var rules = new ShrinkingRules(3, 1);
        PlannedFault second = FAULTY.planned().stream()
                .filter(fault -> fault.name().equals(FAILOVER.name()))
                .findFirst()
                .orElseThrow();
        var event = new FaultEvent(second.at().toNanos(), FaultEvent.Phase.INJECTED, "failover", "from n1 to n2");
        int few = 0;
        for (long seed = 0; seed < REPETITIONS; seed++) {
            var trial = new RatedTrial(seed, needsFailover(0.9, 0));

            Shrinking found = new ScenarioShrinker(trial, trial.budget(LONG), rules, ShrinkingWatcher.SILENT)
                    .shrink(FAULTY, new Suspects(List.of(event), Duration.ofNanos(event.nanos())));

            assertThat(found.smallest().faults()).extracting(FaultPick::name).containsExactly("failover#2");
            assertThat(found.smallest().sessions()).isEqualTo(1);
            few += trial.attempted().size() <= 10 && found.needs().getFirst().isNeeded() ? 1 : 0;
        }
        assertThat(few).isGreaterThan(REPETITIONS * 9 / 10);
    }

    /** Where one session shows the failure too rarely, the search goes on with what the evidence names. */
    @Test
    void theLeastThatShowsNothingIsGivenUpAfterTwoAttempts() throws InterruptedException {
        var event = new FaultEvent(Duration.ofSeconds(40).toNanos(), FaultEvent.Phase.INJECTED, "failover", "n1");
        var trial = new RatedTrial(1, scenario -> scenario.sessions() > 2 ? 0.9 : 0);

        Shrinking found = new ScenarioShrinker(
                        trial, trial.budget(LONG), new ShrinkingRules(3, 1), ShrinkingWatcher.SILENT)
                .shrink(FAULTY, new Suspects(List.of(event), Duration.ofNanos(event.nanos())));

        assertThat(trial.attempted().subList(0, 2)).allMatch(scenario -> scenario.sessions() == 1);
        assertThat(trial.attempted().get(2).sessions())
                .isEqualTo(FAULTY.scenario().sessions());
        assertThat(found.isOfEvidence()).isTrue();
        assertThat(found.isConfirmed()).isTrue();
        assertThat(found.smallest().sessions()).isBetween(3, 5);
    }

    /**
     * The count with a fault ends with a success, and that without it is of a number that follows from it. Both have
     * the same rate here, whichever that is.
     */
    @Test
    void aFaultThatDoesNotMatterIsCalledNeededInOneOfTwentyCasesAtMost() {
        for (double rate = 0.05; rate < 1; rate += 0.05) {
            double called = 0;
            double ended = 1;
            for (int judged = RULES.times(); judged <= 2 * RULES.times(); judged++) {
                var with = new Tally(RULES.times(), judged - RULES.times(), 0);
                // The last is a success, and two of those before it.
                double sequence =
                        (judged - 1) * (judged - 2) / 2.0 * Math.pow(rate, 3) * Math.pow(1 - rate, judged - 3);
                called += sequence * Math.pow(1 - rate, RULES.attemptsWithout(with, 1));
                ended -= sequence;
            }
            assertThat(ended).isBetween(0.0, 1.0);
            assertThat(called).as("rate " + rate).isLessThan(ShrinkingRules.SIGNIFICANCE);
        }
    }

    /** A fault that the evidence names by mistake costs a few attempts and nothing else. */
    @Test
    void evidenceThatPointsToTheWrongFaultIsGivenUpSoon() throws InterruptedException {
        var event = new FaultEvent(Duration.ofSeconds(59).toNanos(), FaultEvent.Phase.INJECTED, "pause", "n1");
        var trial = new RatedTrial(1, needsFailover(0.9, 0));

        Shrinking found = new ScenarioShrinker(trial, trial.budget(LONG), RULES, ShrinkingWatcher.SILENT)
                .shrink(FAULTY, new Suspects(List.of(event), Duration.ofNanos(event.nanos())));

        assertThat(trial.attempted().subList(0, RULES.times()))
                .allMatch(scenario -> scenario.faults().size() == 1);
        assertThat(trial.attempted().get(RULES.times())).isEqualTo(FAULTY.scenario());
        assertThat(found.isOfEvidence()).isFalse();
        assertThat(found.smallest().faults()).extracting(FaultPick::name).containsExactly("failover#2");
    }

    @Test
    void afterEachAttemptItIsSaidWhatIsKnown() {
        Scenario whole = FAULTY.scenario();
        Scenario alone = whole.withFaults(List.of(FAILOVER)).withTimeLimit(Duration.ofSeconds(20));
        var known = new KnownSoFar(whole);

        assertThat(known.after(alone, new Attempt.NotShown())).isEqualTo("after 1 attempt not shown again yet");
        assertThat(known.after(whole, new Attempt.Shown())).startsWith("it fails with 10 sessions, 60.0 s, ");
        assertThat(known.after(alone, new Attempt.Shown()))
                .isEqualTo("it fails with 10 sessions, 20.0 s, failover#2; not needed: the other "
                        + (whole.faults().size() - 1) + " faults");
        assertThat(known.after(whole, new Attempt.Unknown("it broke")))
                .as("nothing is forgotten")
                .startsWith("it fails with 10 sessions, 20.0 s, failover#2");
    }

    @Test
    void twoFaultsThatAreNeededTogetherAreBothKept() throws InterruptedException {
        ToDoubleFunction<Scenario> rates = scenario -> hasFailover(scenario)
                        && scenario.faults().stream()
                                .anyMatch(fault -> fault.name().equals("kill#1"))
                ? 0.9
                : 0;

        Shrinking found = shrink(new RatedTrial(2, rates), FAULTY, LONG);

        assertThat(found.needs()).extracting(FaultNeed::fault).containsExactly("kill#1", "failover#2");
        assertThat(found.needs()).allMatch(FaultNeed::isNeeded);
    }

    @Test
    void whereNoFaultIsNeededNoneIsNamed() throws InterruptedException {
        Shrinking found = shrink(new RatedTrial(3, scenario -> 0.9), FAULTY, LONG);

        assertThat(found.smallest().faults()).isEmpty();
        assertThat(found.smallest().sessions()).isEqualTo(2);
        assertThat(found.smallest().timeLimit()).isLessThanOrEqualTo(TIME_LIMIT.dividedBy(4));
        assertThat(found.needs()).isEmpty();
    }

    /** A fault that is left because its race was lost by bad luck does not matter, and is rarely called needed. */
    @Test
    void aFaultThatDoesNotMatterIsRarelyCalledNeeded() throws InterruptedException {
        var one = new PlannedRun(FAULTY.scenario().withFaults(List.of(FAILOVER)), FAULTY.planned());
        int left = 0;
        int needed = 0;
        for (long seed = 0; seed < REPETITIONS; seed++) {
            Shrinking found = shrink(new RatedTrial(seed, scenario -> 0.4), one, Duration.ofMinutes(8));

            left += found.smallest().faults().size();
            needed += found.needs().stream().anyMatch(FaultNeed::isNeeded) ? 1 : 0;
        }

        assertThat(left).isPositive();
        assertThat(needed).isLessThanOrEqualTo(REPETITIONS / 50);
    }

    /** For a failure with a rate of 20 %, no repetition ends in a scenario that does not fail. */
    @Test
    void aFlakyFailureNeverEndsInAScenarioThatDoesNotFail() throws InterruptedException {
        int confirmed = 0;
        int single = 0;
        for (long seed = 0; seed < REPETITIONS; seed++) {
            var trial = new RatedTrial(seed, needsFailover(0.2, 0));

            Shrinking found = shrink(trial, FAULTY, LONG);

            assertThat(hasFailover(found.smallest())).as("seed " + seed).isTrue();
            assertThat(found.isConfirmed()).isEqualTo(found.last().tally().shown() >= RULES.times());
            confirmed += found.isConfirmed() ? 1 : 0;
            single += found.smallest().faults().size() == 1 ? 1 : 0;
        }

        assertThat(confirmed).isGreaterThan(REPETITIONS * 9 / 10);
        assertThat(single).isGreaterThan(REPETITIONS / 2);
    }

    /** A scenario that fails once in two hundred attempts does not show the failure that occurred in every fifth. */
    @Test
    void aScenarioThatFailsMuchMoreRarelyDoesNotPassForTheWhole() throws InterruptedException {
        for (long seed = 0; seed < REPETITIONS; seed++) {
            Shrinking found = shrink(new RatedTrial(seed, needsFailover(0.2, 0.005)), FAULTY, LONG);

            assertThat(hasFailover(found.smallest())).as("seed " + seed).isTrue();
        }
    }

    @Test
    void withinAShortBudgetWhatIsSaidIsTrueAllTheSame() throws InterruptedException {
        for (long seed = 0; seed < REPETITIONS; seed++) {
            var trial = new RatedTrial(seed, needsFailover(0.2, 0));

            Shrinking found = shrink(trial, FAULTY, Duration.ofMinutes(20));

            assertThat(hasFailover(found.smallest())).as("seed " + seed).isTrue();
            assertThat(trial.attempted()).hasSizeLessThanOrEqualTo(121);
            assertThat(found.needs())
                    .filteredOn(FaultNeed::isNeeded)
                    .allMatch(need -> need.fault().contains("failover#2"));
        }
    }

    @Test
    void whatDoesNotFailAgainIsNotShrunk() throws InterruptedException {
        var trial = new RatedTrial(4, scenario -> 0);

        Shrinking found = shrink(trial, FAULTY, LONG);

        assertThat(found.isReproduced()).isFalse();
        assertThat(found.isConfirmed()).isFalse();
        assertThat(found.smallest()).isEqualTo(FAULTY.scenario());
        assertThat(found.first()).isEqualTo(new Tally(0, 30, 0));
        assertThat(trial.attempted()).containsOnly(FAULTY.scenario());
    }

    @Test
    void whatCannotBeJudgedIsGivenUpAndIsNoVerdict() throws InterruptedException {
        Shrinking found = shrink(new RatedTrial(5, scenario -> 1, 1), FAULTY, LONG);

        assertThat(found.isReproduced()).isFalse();
        assertThat(found.first()).isEqualTo(new Tally(0, 0, Attempts.UNKNOWN_MAX));
    }

    @Test
    void unknownAttemptsAreNotTakenForPassingOnes() throws InterruptedException {
        Shrinking found = shrink(new RatedTrial(6, needsFailover(0.9, 0), 0.2), FAULTY, LONG);

        assertThat(hasFailover(found.smallest())).isTrue();
        assertThat(found.last().tally().judged()).isEqualTo(found.last().planned());
    }

    /** Each scenario that is announced has won, and the last announced is the result. */
    @Test
    void theSmallestConfirmedScenarioIsKnownAtEveryMoment() throws InterruptedException {
        var announced = new ArrayList<Scenario>();
        var trial = new RatedTrial(7, needsFailover(0.9, 0));
        var watcher = new ShrinkingWatcher() {
            @Override
            public void stage(String what) {}

            @Override
            public void attempted(Scenario scenario, Attempt attempt, Tally tally) {}

            @Override
            public void confirmed(Scenario scenario, Tally tally) {
                assertThat(tally.shown()).isGreaterThanOrEqualTo(RULES.times());
                announced.add(scenario);
            }
        };

        Shrinking found = new ScenarioShrinker(trial, trial.budget(LONG), RULES, watcher).shrink(FAULTY);

        assertThat(announced).startsWith(FAULTY.scenario()).endsWith(found.smallest());
        assertThat(announced).allMatch(ScenarioShrinkerTest::hasFailover);
    }

    /** A scenario that won its race but is not confirmed in the end is not the one that is left on disk. */
    @Test
    void whereNothingIsConfirmedTheWholeIsAnnouncedLast() throws InterruptedException {
        var announced = new ArrayList<Scenario>();
        var isMeasured = new boolean[1];
        var trial = new RatedTrial(7, scenario -> isMeasured[0] ? 0 : 1);
        var watcher = new ShrinkingWatcher() {
            @Override
            public void stage(String what) {
                isMeasured[0] |= what.startsWith("the smallest once more");
            }

            @Override
            public void attempted(Scenario scenario, Attempt attempt, Tally tally) {}

            @Override
            public void confirmed(Scenario scenario, Tally tally) {
                announced.add(scenario);
            }
        };

        Shrinking found = new ScenarioShrinker(trial, trial.budget(LONG), RULES, watcher).shrink(FAULTY);

        assertThat(found.isConfirmed()).isFalse();
        assertThat(announced).hasSizeGreaterThan(2).endsWith(FAULTY.scenario());
    }

    @Test
    void theCountOfTransactionsGoesDownToWhereItStillFails() throws InterruptedException {
        var whole = new PlannedRun(new Scenario(10, TIME_LIMIT, 20_000, List.of()), List.of());

        Shrinking found = shrink(new RatedTrial(8, scenario -> scenario.txnCount() >= 137 ? 1 : 0), whole, LONG);

        assertThat(found.smallest().txnCount()).isEqualTo(137);
        assertThat(found.smallest().sessions()).isEqualTo(2);
    }

    @Test
    void whoeverAsksToStopIsGivenWhatIsKnown() throws InterruptedException {
        var trial = new RatedTrial(9, needsFailover(0.9, 0));
        var budget = new Budget(LONG, () -> 0, () -> trial.attempted().size() >= 6);

        Shrinking found = new ScenarioShrinker(trial, budget, RULES, ShrinkingWatcher.SILENT).shrink(FAULTY);

        assertThat(trial.attempted()).hasSize(6);
        assertThat(found.effort().isCutShort()).isTrue();
        assertThat(found.isConfirmed()).isFalse();
    }
}
