/**
 * The store of runs: sets up a database, runs, judges and writes everything into a directory of its own.
 *
 * <p>The data that a verdict rests on are written during the run; {@code run.json} comes last and at once, so its
 * absence says that a run did not end. All other files can be made again from the history.
 *
 * <p>Start reading at {@link moirai.runs.store.StoredRun}.
 */
@NullMarked
package moirai.runs.store;

import org.jspecify.annotations.NullMarked;
