/**
 * The verdict on a run that is still going: the history on the disk is checked now and then, beside the sessions.
 *
 * <p>This package must not change the final verdict, which is on the whole history, nor report anything that the final
 * verdict may withdraw, nor slow the sessions noticeably.
 */
@NullMarked
package moirai.runs.interim;

import org.jspecify.annotations.NullMarked;
