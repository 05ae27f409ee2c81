package moirai.analysis.registers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Two definitions of the same levels: what a cycle breaks, no order of commits may satisfy. */
class RegisterAgreementProperties {

    private static final List<IsolationLevel> LEVELS = List.of(
            IsolationLevel.READ_COMMITTED,
            IsolationLevel.CONSISTENT_VIEW,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.SERIALIZABLE,
            IsolationLevel.STRONG_SESSION_SERIALIZABLE,
            IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
            IsolationLevel.STRICT_SERIALIZABLE);

    @Property(tries = 600)
    void levelsThatCyclesBreakHaveNoOrderOfCommits(@ForAll long seed) {
        History history = RandomRegisters.of(seed);
        Findings cycles = RegisterCycles.find(history, KeyValueReads.of(history).history(), Set.of());
        var axioms = new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT);

        for (IsolationLevel level : LEVELS) {
            if (!cycles.forbiddenAt(level).isEmpty()) {
                assertThat(axioms.check(history, level))
                        .as("%s of%n%s", level.label(), HistoryNotation.format(history))
                        .isNotInstanceOf(Verdict.Pass.class);
            }
        }
    }
}
