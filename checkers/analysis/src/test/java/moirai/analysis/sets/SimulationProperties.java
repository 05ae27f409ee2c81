package moirai.analysis.sets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.counters.BankRules;
import moirai.analysis.sets.SimulatedStructures.Bug;
import moirai.analysis.sets.SimulatedStructures.Level;
import moirai.analysis.sets.SimulatedStructures.Workload;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Executions of a simulated database, with a tenth of the outcomes unknown: no honest one is accused. */
class SimulationProperties {

    private static Checker checker(Workload workload) {
        return new LevelChecker()
                .withBank(BankRules.DEFAULT.of(workload == Workload.BANK).withNegativeBalances());
    }

    @Property(tries = 150)
    void honestExecutionsShowNothingThatTheirLevelForbids(
            @ForAll Random random, @ForAll Workload workload, @ForAll Level level) {
        History history = SimulatedStructures.run(random, workload, level, Bug.NONE, 150);

        Findings findings = checker(workload).analyze(history);

        assertThat(findings.forbiddenAt(promised(level))).isEmpty();
        assertThat(workload != Workload.SET || findings.holds(promised(level))).isTrue();
    }

    /** A serial order is found as long as there are not too many transactions of unknown outcome. */
    @Property(tries = 50)
    void shortSerialExecutionsAreProvenToBeSerial(@ForAll Random random, @ForAll Workload workload) {
        History history = SimulatedStructures.run(random, workload, Level.SERIAL, Bug.NONE, 20);

        assertThat(checker(workload).check(history, IsolationLevel.STRICT_SERIALIZABLE))
                .isInstanceOf(Verdict.Pass.class);
    }

    private static IsolationLevel promised(Level level) {
        return switch (level) {
            case SERIAL -> IsolationLevel.STRICT_SERIALIZABLE;
            case SNAPSHOT -> IsolationLevel.STRONG_SNAPSHOT_ISOLATION;
            case STALE_SNAPSHOT -> IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION;
            case READ_COMMITTED -> IsolationLevel.STRONG_READ_COMMITTED;
        };
    }

    /**
     * A bug is found in one of a few runs, since it may have no occasion in a run. The exception is a read of all
     * accounts at an earlier moment: its total is right, and so may its moment be.
     */
    @Property(tries = 10)
    void plantedBugsAreFound(@ForAll Random random, @ForAll Workload workload) {
        for (Bug bug : new Bug[] {Bug.LOST_CHANGE, Bug.STALE_READ, Bug.HALF_A_COMMIT}) {
            boolean found = IntStream.range(0, 8).anyMatch(run -> isFound(random, workload, bug));

            assertThat(found).as(workload + " " + bug).isEqualTo(workload != Workload.BANK || bug != Bug.STALE_READ);
        }
    }

    private static boolean isFound(Random random, Workload workload, Bug bug) {
        History history = SimulatedStructures.run(random, workload, Level.SERIAL, bug, 400);

        return !checker(workload)
                .analyze(history)
                .forbiddenAt(IsolationLevel.STRICT_SERIALIZABLE)
                .isEmpty();
    }
}
