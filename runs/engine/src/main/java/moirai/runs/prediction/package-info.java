/**
 * The analysis of an application's sources from the files to its predicted anomalies, and their replay by the methods
 * themselves. Commands and tests have it in common.
 *
 * <p>Start reading at {@link moirai.runs.prediction.Prediction}.
 */
@NullMarked
package moirai.runs.prediction;

import org.jspecify.annotations.NullMarked;
