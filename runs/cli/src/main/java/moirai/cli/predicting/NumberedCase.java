package moirai.cli.predicting;

import moirai.reenactment.DirectedCase;
import moirai.runs.cases.PredictedCase;

/**
 * An anomaly of an analysis with its number, from 1.
 *
 * @param wanted the anomaly as a test
 */
record NumberedCase(int number, PredictedCase found, DirectedCase wanted) {

    static NumberedCase of(int number, PredictedCase found) {
        return new NumberedCase(number, found, found.directed());
    }
}
