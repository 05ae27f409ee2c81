/**
 * Keeps runs: sets up a database, runs, judges and writes everything into a directory of its own.
 *
 * <p>What a verdict rests on is written while the run goes; {@code run.json} comes last and at once, so its absence
 * says that a run did not end. All files but the history can be made again from the history.
 *
 * <p>Start reading at {@link moirai.runs.store.StoredRun}.
 */
@NullMarked
package moirai.runs.store;

import org.jspecify.annotations.NullMarked;
