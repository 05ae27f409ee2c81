/**
 * Programs over keys and values, and the harness that runs them on a mock store, one transaction at a time. The answers
 * to {@link moirai.mockstore.Choice.Turn} and {@link moirai.mockstore.Choice.Read} decide everything.
 *
 * <p>Start at {@link moirai.studies.keyvalue.Harness} and {@link moirai.studies.keyvalue.HarnessRunner}. Bodies of
 * transactions must be functions of their reads, and must not know the store, the level or the time.
 */
@NullMarked
package moirai.studies.keyvalue;

import org.jspecify.annotations.NullMarked;
