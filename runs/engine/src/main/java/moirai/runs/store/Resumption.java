package moirai.runs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import moirai.history.resuming.HistoryExtent;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.parts.PartEnd;
import moirai.runs.parts.RunPart;

/**
 * What is needed to go on with a run that was killed, stopped, or has ended.
 *
 * @param argv the command that asked for the run, without secrets
 * @param part the next part
 * @param used the time that sessions have run in the parts before
 * @param txns the number of transactions that are recorded
 */
public record Resumption(List<String> argv, RunPart part, Duration used, long txns) {

    /** The least time between what was recorded last and the next part; see {@link moirai.runs.RunClock#resume}. */
    private static final Duration GAP = Duration.ofSeconds(1);

    public Resumption {
        argv = List.copyOf(argv);
    }

    /**
     * Looks at what a run has left, and notes how its last part ended. O(bytes of the history), in bounded memory.
     *
     * @param lock held by the caller, so that the run does not go on meanwhile
     * @throws RunException if it is no run
     * @throws moirai.history.HistoryFormatException if its history is damaged
     */
    public static Resumption of(RunDirectory directory, RunLock lock) {
        lock.requireOf(directory);
        RunPlan plan = RunPlan.read(directory);
        HistoryExtent extent = directory.hasHeader() ? HistoryExtent.of(directory.history()) : HistoryExtent.NOTHING;
        if (!plan.parts().isEmpty()) {
            PartEnd last = plan.last();
            plan = plan.with(last.ending(last.ended().isEmpty() ? PartEnd.KILLED : last.ended(), extent.lastNanos()));
        }
        try {
            directory.write(plan);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        int number = plan.parts().isEmpty() ? 1 : plan.last().number() + 1;
        var part = new RunPart(
                number,
                number(extent.nextSession(), "sessions"),
                number(extent.nextKey(), "keys"),
                number == 1 ? 0 : extent.lastNanos() + GAP.toNanos());
        return new Resumption(plan.argv(), part, used(plan.parts()), extent.txns());
    }

    private static int number(long next, String what) {
        if (next >= Integer.MAX_VALUE) {
            throw new RunException("all numbers of " + what + " are used up: begin a new run", ExitCode.BAD_ARGUMENTS);
        }
        return (int) next;
    }

    private static Duration used(List<PartEnd> parts) {
        return Duration.ofNanos(parts.stream()
                .mapToLong(part -> Math.max(0, part.lastNanos() - part.firstNanos()))
                .sum());
    }
}
