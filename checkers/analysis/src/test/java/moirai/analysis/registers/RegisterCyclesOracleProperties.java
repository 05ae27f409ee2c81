package moirai.analysis.registers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
import moirai.history.level.Phenomenon;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

class RegisterCyclesOracleProperties {

    private static final List<Set<Assumption>> ASSUMED = List.of(
            Set.of(),
            Set.of(),
            Set.of(Assumption.WFR_KEYS),
            Set.of(Assumption.SEQUENTIAL_KEYS),
            Set.of(Assumption.LINEARIZABLE_KEYS));

    private static final Map<IsolationLevel, Phenomenon> READ_UNCOMMITTED = Map.of(
            IsolationLevel.READ_UNCOMMITTED, Phenomenon.G0,
            IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED, Phenomenon.G0_PROCESS,
            IsolationLevel.STRONG_READ_UNCOMMITTED, Phenomenon.G0_REALTIME);

    @Property(tries = 1000)
    void everyInterpretationHasWhatIsReported(@ForAll long seed) {
        History history = RandomRegisters.of(seed);
        Set<Assumption> assumed = ASSUMED.get((int) Long.remainderUnsigned(seed, ASSUMED.size()));

        Findings findings =
                RegisterCycles.find(history, KeyValueReads.of(history).history(), assumed);

        var interpretations = new Interpretations(history, assumed);
        for (Phenomenon phenomenon : findings.phenomena()) {
            assertThat(interpretations.allMatch(graph -> graph.has(phenomenon)))
                    .as(
                            "%s of %s, assuming %s, in%n%s",
                            phenomenon, findings.anomalies(), assumed, HistoryNotation.format(history))
                    .isTrue();
        }
    }

    /** The levels that restrict writes alone hold if what was read has a writer, and some interpretation no G0. */
    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void readUncommittedHoldsIfSomeInterpretationAllowsIt(@ForAll long seed) {
        History history = RandomRegisters.of(seed);
        Set<Assumption> assumed = ASSUMED.get((int) Long.remainderUnsigned(seed, ASSUMED.size()));
        var reads = KeyValueReads.of(history);
        var interpretations = new Interpretations(history, assumed);
        boolean isContradicted = interpretations.allMatch(graph -> false);
        if (!reads.doubtful().isEmpty() || isContradicted) {
            return;
        }
        READ_UNCOMMITTED.forEach((level, cycle) -> {
            boolean holds = reads.counts().keySet().stream().noneMatch(level.forbidden()::contains)
                    && !interpretations.allMatch(graph -> graph.has(cycle));
            Set<Engine> engines =
                    assumed.isEmpty() ? EnumSet.allOf(Engine.class) : EnumSet.of(Engine.AUTO, Engine.CYCLES);
            for (Engine engine : engines) {
                Verdict verdict = new LevelChecker(engine, StepBudget.DEFAULT, assumed).check(history, level);
                Statistics.label(level.label()).collect(verdict.getClass().getSimpleName());
                boolean isOpen =
                        verdict instanceof Verdict.Undecided && (!assumed.isEmpty() || engine == Engine.CYCLES);
                assertThat(verdict)
                        .as("%s, assuming %s: %s of%n%s", engine, assumed, level, HistoryNotation.format(history))
                        .isInstanceOf(
                                isOpen ? Verdict.Undecided.class : holds ? Verdict.Pass.class : Verdict.Fail.class);
            }
        });
    }
}
