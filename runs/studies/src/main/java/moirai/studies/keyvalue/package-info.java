/**
 * Programs over keys and values, and the harness that runs them on a mock store, one transaction at a time: whoever
 * answers {@link moirai.mockstore.Choice.Turn} and {@link moirai.mockstore.Choice.Read} decides everything.
 *
 * <p>Start at {@link moirai.studies.keyvalue.Harness} and {@link moirai.studies.keyvalue.HarnessRunner}. Bodies of
 * transactions must not know the store, the level or the time: what they do is a function of what they read.
 */
@NullMarked
package moirai.studies.keyvalue;

import org.jspecify.annotations.NullMarked;
