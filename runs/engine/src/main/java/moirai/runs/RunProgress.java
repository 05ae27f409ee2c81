package moirai.runs;

import java.time.Duration;

/**
 * The progress of a run.
 *
 * @param began when the first transaction could begin, on the clock that stamps the history: the sessions were opened
 *     before
 * @param elapsed the time since then
 * @param waiting sessions that could not be opened and will be tried again
 * @param trouble why the last session could not be opened; empty if none ever failed
 */
public record RunProgress(
        Duration began,
        Duration elapsed,
        long committed,
        long aborted,
        long indeterminate,
        int waiting,
        String trouble) {

    /** Creates the progress of a run that began at time 0 of its clock. */
    public RunProgress(
            Duration elapsed, long committed, long aborted, long indeterminate, int waiting, String trouble) {
        this(Duration.ZERO, elapsed, committed, aborted, indeterminate, waiting, trouble);
    }

    /** Returns the time on the clock that stamps the history, as witnesses and verdicts so far have it. */
    public Duration moment() {
        return began.plus(elapsed);
    }

    /** Returns the number of transactions that ended, with any outcome. */
    public long ended() {
        return committed + aborted + indeterminate;
    }
}
