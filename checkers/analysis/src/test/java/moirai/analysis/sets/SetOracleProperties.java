package moirai.analysis.sets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Sets against every order of up to six transactions, and against axioms. */
class SetOracleProperties {

    /** Decided both ways: a set is serializable exactly if no cycle and no single read says otherwise. */
    @Property(tries = 1500)
    void serializableInEachOrderIsWhatEveryOrderSays(@ForAll Random random) {
        History history = RandomStructures.sets(random, 6);

        Findings findings = new SetChecker().analyze(history);

        agree(history, findings, IsolationLevel.SERIALIZABLE, SerialOracle.Order.ANY);
        agree(history, findings, IsolationLevel.STRONG_SESSION_SERIALIZABLE, SerialOracle.Order.SESSIONS);
        if (history.isTimed()) {
            agree(history, findings, IsolationLevel.STRICT_SERIALIZABLE, SerialOracle.Order.REALTIME);
        } else {
            assertThat(findings.holds(IsolationLevel.STRICT_SERIALIZABLE)).isFalse();
        }
    }

    private static void agree(History history, Findings findings, IsolationLevel level, SerialOracle.Order order) {
        boolean holds = SerialOracle.holds(history, order);
        switch (findings.at(level)) {
            case Verdict.Pass pass ->
                assertThat(holds).as(HistoryNotation.format(history)).isTrue();
            case Verdict.Fail fail ->
                assertThat(holds).as(HistoryNotation.format(history)).isFalse();
            case Verdict.Undecided(String reason) -> assertThat(reason).contains("two transactions");
        }
    }

    @Property(tries = 400)
    void cyclesAndAxiomsAgreeOnEveryLevelThatBothDecide(@ForAll Random random) {
        History history = RandomStructures.sets(random, 6);
        var byCycles = new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT);
        var byAxioms = new LevelChecker(Engine.AXIOMS, StepBudget.DEFAULT);

        for (IsolationLevel level : List.of(
                IsolationLevel.READ_COMMITTED,
                IsolationLevel.CONSISTENT_VIEW,
                IsolationLevel.REPEATABLE_READ,
                IsolationLevel.SNAPSHOT_ISOLATION,
                IsolationLevel.SERIALIZABLE,
                IsolationLevel.STRONG_SESSION_READ_COMMITTED,
                IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
                IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                IsolationLevel.STRONG_READ_COMMITTED,
                IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
                IsolationLevel.STRICT_SERIALIZABLE)) {
            Verdict cycles = byCycles.check(history, level);
            Verdict axioms = byAxioms.check(history, level);
            if (!(cycles instanceof Verdict.Undecided) && !(axioms instanceof Verdict.Undecided)) {
                assertThat(cycles.getClass())
                        .as(level + "\n" + HistoryNotation.format(history) + cycles + "\n" + axioms)
                        .isEqualTo(axioms.getClass());
            }
        }
    }
}
