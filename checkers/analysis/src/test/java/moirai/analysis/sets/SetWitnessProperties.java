package moirai.analysis.sets;

import java.util.Random;
import moirai.analysis.Anomaly;
import moirai.analysis.EdgeOracle;
import moirai.analysis.Findings;
import moirai.history.History;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** Every cycle of sets is named for its edges, and its edges stand in the history. */
@Tag("long")
class SetWitnessProperties {

    @Property(tries = 500)
    void everyCycleIsWhatItIsCalled(@ForAll Random random) {
        History history = RandomStructures.sets(random, 6);

        Findings findings = new SetChecker().analyze(history);

        Statistics.label("cycles")
                .collect(findings.anomalies().stream().anyMatch(Anomaly.Cycle.class::isInstance))
                .coverage(shown -> shown.check(true).percentage(share -> share > 5));
        EdgeOracle.assertProven(history, findings);
    }
}
