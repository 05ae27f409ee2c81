/**
 * What can be said of a run while it goes: the history that is on the disk by now is checked now and then, beside the
 * sessions.
 *
 * <p>It must not change the verdict, which is on the whole history, nor say anything that the verdict may take back,
 * nor slow the sessions noticeably.
 */
@NullMarked
package moirai.runs.interim;

import org.jspecify.annotations.NullMarked;
