package moirai.runs;

import java.time.Duration;

/**
 * The progress of a run.
 *
 * @param waiting sessions that could not be opened and will be tried again
 * @param trouble why the last session could not be opened; empty if none ever failed
 */
public record RunProgress(
        Duration elapsed, long committed, long aborted, long indeterminate, int waiting, String trouble) {

    /** Returns the number of transactions that ended, with any outcome. */
    public long ended() {
        return committed + aborted + indeterminate;
    }
}
