/**
 * Verdicts before the end: on a run that is still going, whose history on the disk is checked now and then, beside the
 * sessions; and the limits of a check ({@link moirai.runs.interim.CheckBudget}), which ends with what is proven by
 * then.
 *
 * <p>This package must not change the final verdict, which is on the whole history, nor report anything that the final
 * verdict may withdraw, nor slow the sessions noticeably.
 */
@NullMarked
package moirai.runs.interim;

import org.jspecify.annotations.NullMarked;
