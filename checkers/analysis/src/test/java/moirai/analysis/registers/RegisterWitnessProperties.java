package moirai.analysis.registers;

import java.util.List;
import java.util.Set;
import moirai.analysis.EdgeOracle;
import moirai.analysis.Findings;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.history.History;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** Every cycle of registers is named for its edges, and its edges stand in the history. */
@Tag("long")
class RegisterWitnessProperties {

    private static final List<Set<Assumption>> ASSUMED =
            List.of(Set.of(), Set.of(Assumption.WFR_KEYS), Set.of(Assumption.LINEARIZABLE_KEYS));

    @Property(tries = 500)
    void everyCycleIsWhatItIsCalled(@ForAll long seed) {
        History history = RandomRegisters.of(seed);
        Set<Assumption> assumed = ASSUMED.get((int) Long.remainderUnsigned(seed, ASSUMED.size()));

        Findings findings =
                RegisterCycles.find(history, KeyValueReads.of(history).history(), assumed);

        Statistics.label("cycles")
                .collect(findings.anomalies().isEmpty())
                .coverage(shown -> shown.check(false).percentage(share -> share > 5));
        EdgeOracle.assertProven(history, findings);
    }
}
