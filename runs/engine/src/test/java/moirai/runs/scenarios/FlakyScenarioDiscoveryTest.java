package moirai.runs.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.scenarios.statistics.Proportions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs on the simulated database, each with a seed of its own, so that the bug shows in about half of them. */
@Tag("long")
class FlakyScenarioDiscoveryTest {

    private static final Symptom LOST_UPDATE =
            new Symptom.Forbidden(Phenomenon.LOST_UPDATE, IsolationLevel.SERIALIZABLE, new LevelChecker());
    private static final Target BROKEN = new Target.Planted(PlantedBug.LOST_UPDATE, 0.4);
    private static final Target SOUND = new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);
    private static final ShrinkingRules RULES = new ShrinkingRules(3, 2);
    private static final PlannedRun WHOLE =
            new PlannedRun(new Scenario(10, Duration.ofMinutes(10), 200, List.of()), List.of());

    @TempDir
    private Path folder;

    /** A trial with runs of this database, of which no two have the same seed. */
    private final class SeededTrial implements Trial {

        private final Target target;
        private final List<Attempt> attempts = new ArrayList<>();
        private final List<Scenario> scenarios = new ArrayList<>();
        private long seed;

        SeededTrial(long firstSeed, Target target) {
            this.seed = firstSeed;
            this.target = target;
        }

        @Override
        public Attempt attempt(Scenario scenario) throws InterruptedException {
            var settings = new RunSettings(
                    new Seed(seed++),
                    Workload.append(),
                    new Levels("strict-serializable", IsolationLevel.SERIALIZABLE),
                    new Load(scenario.sessions(), scenario.timeLimit(), scenario.txnCount()),
                    EvidenceRule.NONE);
            var whole = new RunTrial.Whole(settings, target, new LevelChecker());
            Attempt attempt = new RunTrial(whole, LOST_UPDATE, folder, new StopRequest()).attempt(scenario);
            scenarios.add(scenario);
            attempts.add(attempt);
            return attempt;
        }

        /** Returns how many of the last so many attempts at this scenario showed the failure. */
        long shownInLast(int count, Scenario scenario) {
            int from = attempts.size() - count;
            assertThat(scenarios.subList(from, attempts.size())).containsOnly(scenario);
            return attempts.subList(from, attempts.size()).stream()
                    .filter(Attempt.Shown.class::isInstance)
                    .count();
        }
    }

    private static Shrinking shrink(SeededTrial trial, Duration limit) throws InterruptedException {
        var budget = new Budget(limit, System::nanoTime, () -> false);
        return new ScenarioShrinker(trial, budget, RULES, ShrinkingWatcher.SILENT).shrink(WHOLE);
    }

    @Test
    void theBugShowsInAboutHalfOfTheRuns() throws InterruptedException {
        var trial = new SeededTrial(1_000, BROKEN);
        for (int i = 0; i < 50; i++) {
            trial.attempt(WHOLE.scenario());
        }

        assertThat(trial.shownInLast(50, WHOLE.scenario())).isBetween(15L, 35L);
    }

    /** The smallest scenario fails again in fresh attempts, and as often as was reported. */
    @Test
    void shrinkingNeverEndsInAScenarioThatDoesNotFail() throws InterruptedException {
        int confirmed = 0;
        for (int repetition = 0; repetition < 2; repetition++) {
            var trial = new SeededTrial(10_000L * (repetition + 1), BROKEN);

            Shrinking found = shrink(trial, Duration.ofMinutes(1));

            if (found.isConfirmed()) {
                confirmed++;
                Shrinking.Final last = found.last();
                assertThat(last.tally().shown()).isGreaterThanOrEqualTo(RULES.times());
                // The rate that is printed is that of the attempts that were made last, after all choices.
                assertThat(trial.shownInLast(last.tally().judged(), found.smallest()))
                        .isEqualTo(last.tally().shown());
                requireThatItFails(found);
            } else {
                assertThat(found.smallest()).isEqualTo(WHOLE.scenario());
            }
        }
        assertThat(confirmed).isPositive();
    }

    private void requireThatItFails(Shrinking found) throws InterruptedException {
        var again = new SeededTrial(1_000_000, BROKEN);
        int count = Proportions.attemptsForAbsence(
                Proportions.range(found.last().tally()).low(), 0.999);
        int shown = 0;
        for (int i = 0; i < count && shown == 0; i++) {
            shown += again.attempt(found.smallest()) instanceof Attempt.Shown ? 1 : 0;
        }
        assertThat(shown).as(found.smallest().describe()).isPositive();
    }

    @Test
    void ofASoundDatabaseNothingIsConfirmed() throws InterruptedException {
        Shrinking found = shrink(new SeededTrial(1, SOUND), Duration.ofSeconds(10));

        assertThat(found.isReproduced()).isFalse();
        assertThat(found.first().shown()).isZero();
        assertThat(found.first().notShown()).isPositive();
    }
}
