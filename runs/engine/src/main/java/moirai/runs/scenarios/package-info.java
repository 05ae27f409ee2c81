/**
 * Scenario shrinking: runs are executed again with fewer faults, fewer sessions and less time, to find the smallest one
 * that still fails, and to say with numbers which faults it needs.
 *
 * <p>A live failure is flaky, so one attempt says little. A smaller scenario is preferred only when a sequential test
 * says that it fails about as often as the whole ({@link moirai.runs.scenarios.Race}); and whatever the search ends
 * with is measured once more, with attempts that had no part in the choice. That an attempt shows the failure is always
 * a proof by the checker; an attempt that could not be judged counts for nothing.
 *
 * <p>Start reading at {@link moirai.runs.scenarios.ScenarioShrinker}. The package knows neither the command line nor
 * cases; {@link moirai.runs.scenarios.RunTrial} is the one place that executes something.
 */
@NullMarked
package moirai.runs.scenarios;

import org.jspecify.annotations.NullMarked;
