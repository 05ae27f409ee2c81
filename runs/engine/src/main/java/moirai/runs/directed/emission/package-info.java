/**
 * Puts directed cases into files that need nothing of Moirai: a test, and a script for terminals. What a database has
 * to show is what the case predicts; whoever sees all of it at once has seen what no serial order of the calls shows,
 * which is why a case that a serial order explains as well is put into no file.
 *
 * <p>Start reading at {@link moirai.runs.directed.emission.EmittedCase}.
 */
@NullMarked
package moirai.runs.directed.emission;

import org.jspecify.annotations.NullMarked;
