package moirai.studies.patterns;

import java.util.List;
import java.util.stream.Collectors;
import moirai.reenactment.ReplayOutcome;

/**
 * The outcomes of running a variant on a database, up to the first anomaly.
 *
 * @param outcomes of its cases
 */
record Live(List<ReplayOutcome> outcomes) {

    Live {
        outcomes = List.copyOf(outcomes);
    }

    /** Returns whether something came out that no serial order explains. */
    boolean isAnomalous() {
        return outcomes.stream().anyMatch(ReplayOutcome::isAnomalous);
    }

    /** Returns the labels of the outcomes, each once. */
    String label() {
        if (outcomes.isEmpty()) {
            return "no case";
        }
        return isAnomalous()
                ? outcomes.getLast().label()
                : outcomes.stream()
                        .map(ReplayOutcome::label)
                        .sorted()
                        .distinct()
                        .collect(Collectors.joining(", "));
    }
}
