package moirai.analysis.registers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import moirai.analysis.Findings;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.Phenomenon;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RegisterCyclesOracleProperties {

    private static final List<Set<Assumption>> ASSUMED = List.of(
            Set.of(),
            Set.of(),
            Set.of(Assumption.WFR_KEYS),
            Set.of(Assumption.SEQUENTIAL_KEYS),
            Set.of(Assumption.LINEARIZABLE_KEYS));

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
}
