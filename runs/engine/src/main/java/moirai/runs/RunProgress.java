package moirai.runs;

import java.time.Duration;

/**
 * How far a run has come.
 *
 * @param waiting sessions that could not be opened and will be tried again
 * @param trouble why the last session could not be opened; empty if none ever failed
 */
public record RunProgress(
        Duration elapsed, long committed, long aborted, long indeterminate, int waiting, String trouble) {

    /** Transactions that ended, whichever way. */
    public long ended() {
        return committed + aborted + indeterminate;
    }
}
