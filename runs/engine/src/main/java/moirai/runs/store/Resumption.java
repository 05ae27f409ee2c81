package moirai.runs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.FaultSpan;
import moirai.history.FaultEvent;
import moirai.history.resuming.HistoryExtent;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.PastFaults;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.interim.DroppedBefore;
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
     * Looks at what a run has left, ends what is left of its faults, and notes how its last part ended. O(bytes of the
     * history), in bounded memory.
     *
     * @param lock held by the caller, so that the run does not go on meanwhile
     * @throws RunException if it is no run
     * @throws moirai.history.HistoryFormatException if its history is damaged
     */
    public static Resumption of(RunDirectory directory, RunLock lock) {
        lock.requireOf(directory);
        RunPlan plan = RunPlan.read(directory);
        // Now, for a judgement that is damaged would be noticed only when there is one more part.
        DroppedBefore.of(directory.history());
        healFaults(directory, plan.parts().size());
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
                number == 1 ? 0 : extent.lastNanos() + GAP.toNanos(),
                ends(extent));
        return new Resumption(plan.argv(), part, PartEnd.total(plan.parts()), extent.txns());
    }

    /**
     * Ends the faults that a dead part has left, and puts its journal aside.
     *
     * @param part the number of the part
     * @throws RunException if something of them is left
     */
    private static void healFaults(RunDirectory directory, int part) {
        Path journal = directory.path().resolve(FaultJournal.NAME);
        if (!Files.exists(journal)) {
            return;
        }
        try {
            PastFaults.Outcome outcome = PastFaults.heal(journal);
            if (outcome.isRunning() || !outcome.left().isEmpty()) {
                throw new RunException(
                        outcome.isRunning()
                                ? journal + " is still being written: wait for the end of that run"
                                : "faults of the part before are left: " + String.join("; ", outcome.left()),
                        outcome.isRunning() ? ExitCode.REFUSED : ExitCode.CLEAN_UP_INCOMPLETE);
            }
            Files.move(journal, directory.journalOfPart(part));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the ends of the faults that are open in the history: they ended with its last part. */
    private static List<FaultEvent> ends(HistoryExtent extent) {
        return FaultSpan.of(extent.faults()).stream()
                .filter(span -> span.toNanos() == FaultSpan.OPEN)
                .map(span -> new FaultEvent(
                        extent.lastNanos(),
                        FaultEvent.Phase.HEALED,
                        span.isFinalReads() ? Durability.UNFINISHED_READS : span.fault(),
                        span.target()))
                .toList();
    }

    private static int number(long next, String what) {
        if (next >= Integer.MAX_VALUE) {
            throw new RunException("all numbers of " + what + " are used up: begin a new run", ExitCode.BAD_ARGUMENTS);
        }
        return (int) next;
    }
}
