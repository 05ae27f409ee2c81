/**
 * Scenario shrinking: runs are executed again with fewer faults, fewer sessions and less time, to find the smallest
 * scenario that still fails, and to measure which faults it needs.
 *
 * <p>A live failure is flaky, so one attempt says little. A smaller scenario is preferred only when a sequential test
 * says that it fails about as often as the whole ({@code Attempts.race}); and the result of the search is
 * measured once more, with attempts that had no part in the choice. An attempt shows the failure only by a proof of the
 * checker; an attempt that could not be judged is not counted.
 *
 * <p>Start reading at {@link moirai.runs.scenarios.ScenarioShrinker}. The package depends neither on the command line
 * nor on cases; {@link moirai.runs.scenarios.RunTrial} is the one place that executes runs.
 */
@NullMarked
package moirai.runs.scenarios;

import org.jspecify.annotations.NullMarked;
