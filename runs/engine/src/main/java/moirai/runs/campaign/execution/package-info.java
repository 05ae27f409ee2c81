/**
 * The execution of a night: each cell is a process of its own, so that a cell that hangs, crashes or runs out of memory
 * is a result and not the end of the campaign.
 *
 * <p>A result is only written when its process is over, and is on the disk before the next cell begins; what is missing
 * after a kill is executed when the night is resumed. A cell notices by its standard input that its campaign is gone.
 * Start reading at {@link
 * moirai.runs.campaign.execution.NightRun}.
 */
@NullMarked
package moirai.runs.campaign.execution;

import org.jspecify.annotations.NullMarked;
