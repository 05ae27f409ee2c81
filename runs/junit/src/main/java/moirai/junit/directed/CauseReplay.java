package moirai.junit.directed;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.reenactment.ReplayOutcome;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.prediction.CaseReplays;

/**
 * The outcomes of the anomalies of one cause on a database.
 *
 * @param where the database, for people
 * @param all the anomalies that were replayed, in the order of the group; those after one that values show were not
 */
record CauseReplay(AnomalyGroup group, String where, List<One> all) {

    CauseReplay {
        all = List.copyOf(all);
    }

    /** One anomaly with its outcome. */
    record One(PredictedCase anomaly, CaseReplays.Replayed replayed) {

        /** Returns whether the anomaly, or another one, happened. */
        boolean isAnomalous() {
            return replayed.outcome().isAnomalous();
        }

        /** Returns whether an anomaly happened that what was returned or left shows. */
        boolean isVisible() {
            return switch (replayed.outcome()) {
                case ReplayOutcome.Manifested(var evidence) -> evidence.isVisible();
                case ReplayOutcome outcome -> outcome.isAnomalous();
            };
        }

        /**
         * Returns whether the anomaly was prevented. Statements that differ from the source show nothing of that: the
         * source may not be prevented by the same.
         */
        boolean isPrevented() {
            return replayed.outcome().isPrevented() && (replayed.isOfSource() || anomaly.isExact());
        }

        /** Returns what ran, and why it was not the methods. */
        String how() {
            return replayed.isOfSource()
                    ? "by the methods themselves"
                    : "by the statements of the analysis"
                            + (replayed.reason().isEmpty() ? "" : ": " + replayed.reason());
        }

        /** Returns the outcome in a line. */
        String line() {
            return anomaly.txns() + ": " + replayed.outcome().label() + ". "
                    + replayed.outcome().sentence() + (replayed.isOfSource() ? "" : " (" + how() + ")");
        }
    }

    /** Returns an anomaly that happened, if possible one that values show; empty if none did. */
    Optional<One> anomalous() {
        return all.stream()
                .filter(One::isVisible)
                .findFirst()
                .or(() -> all.stream().filter(One::isAnomalous).findFirst());
    }

    /** Returns whether each anomaly was prevented. */
    boolean isPrevented() {
        return all.stream().allMatch(One::isPrevented);
    }

    /** Returns the number of anomalies after the one that happened. */
    int leftOut() {
        return group.members().size() - all.size();
    }

    /** Returns a line for each outcome that was looked at, after one about the database. */
    String lines() {
        return all.stream().map(One::line).collect(Collectors.joining("\n", "on " + where + ":\n", ""));
    }
}
