/**
 * The command {@code moirai corpus}, which stores cases and replays them later. The work is done in {@code
 * moirai.runs.corpus}.
 */
@NullMarked
package moirai.cli.corpus;

import org.jspecify.annotations.NullMarked;
