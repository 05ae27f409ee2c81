package moirai.analysis.registers;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.Verdict;
import moirai.analysis.axioms.GCursor;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** Registers are decided at cursor stability as its definition says. */
@Tag("long")
class CursorStabilityProperties {

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void cursorStabilityHoldsExactlyIfSomeOrderOfWritersHasNoCursorCycle(@ForAll long seed) {
        History history = RandomRegisters.of(seed);
        var reads = KeyValueReads.of(history);
        boolean isOfCycles = reads.doubtful().isEmpty()
                && reads.anomalies().stream()
                        .noneMatch(anomaly ->
                                IsolationLevel.READ_COMMITTED.forbidden().contains(anomaly.phenomenon()));
        if (isOfCycles) {
            boolean holds = GCursor.isAvoidable(reads.history());
            Statistics.collect(holds);
            for (Engine engine : Engine.values()) {
                Verdict verdict =
                        new LevelChecker(engine, StepBudget.DEFAULT).check(history, IsolationLevel.CURSOR_STABILITY);
                // Cycles of registers prove violations only.
                boolean isOpen = engine == Engine.CYCLES && verdict instanceof Verdict.Undecided;
                assertThat(verdict)
                        .as("%s says %s of%n%s", engine, verdict, HistoryNotation.format(history))
                        .isInstanceOf(
                                isOpen ? Verdict.Undecided.class : holds ? Verdict.Pass.class : Verdict.Fail.class);
            }
        }
        Statistics.coverage(coverage -> {
            coverage.check(true).count(count -> count >= 20);
            coverage.check(false).count(count -> count >= 20);
        });
    }
}
