package moirai.nemesis.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.StateDirectory;

/**
 * Undoes what a dead run may have left.
 *
 * <p>No fault outlives its run by itself: servers end by their watchdogs, which first wake paused processes and unmount
 * disks of nodes' own, and links lead through the run's own process. Healing therefore checks that the processes of the
 * journal are gone, wakes those that are not, and records that the fault is over. It also clears clusters whose owner
 * and watchdogs are both dead.
 */
public final class PastFaults {

    /** The longest time that a living watchdog takes. */
    private static final long WATCHDOG_MILLIS = 8_000;

    private PastFaults() {}

    /**
     * The result of healing.
     *
     * @param isRunning whether the run still lives; then nothing was done
     * @param healed a sentence for each fault that was open
     * @param left a sentence for each fault that could not be undone
     */
    public record Outcome(boolean isRunning, List<String> healed, List<String> left) {
        public Outcome {
            healed = List.copyOf(healed);
            left = List.copyOf(left);
        }
    }

    /**
     * Heals the faults that the journal leaves open, and records that in the journal.
     *
     * @throws JournalException if it is no journal
     * @throws IOException if it cannot be read
     * @throws java.io.UncheckedIOException if it cannot be written
     */
    public static Outcome heal(Path file) throws IOException {
        return heal(file, WATCHDOG_MILLIS);
    }

    /**
     * Ends the processes, unmounts the mounts and removes the files of clusters whose owners are dead. Nothing outside
     * of the directories of such clusters is looked at.
     *
     * @throws IOException if that cannot even be tried, or a disk cannot be unmounted
     */
    public static Outcome clearClusters() throws IOException {
        StateDirectory state = StateDirectory.open();
        List<Path> abandoned = state.exclusively(() -> Instance.clearLeftovers(state));
        return new Outcome(
                false,
                abandoned.stream()
                        .filter(instance -> !Files.exists(instance))
                        .map(instance -> instance + ": the cluster of a dead owner is removed")
                        .toList(),
                abandoned.stream()
                        .filter(Files::exists)
                        .map(instance -> instance + ": a server of a dead owner cannot be ended")
                        .toList());
    }

    /** @param patienceMillis how long watchdogs are given */
    static Outcome heal(Path file, long patienceMillis) throws IOException {
        // First: what is read before may be out of date by then.
        Optional<FaultJournal> reopened = FaultJournal.reopen(file);
        if (reopened.isEmpty()) {
            return new Outcome(true, List.of(), List.of());
        }
        var healed = new ArrayList<String>();
        var left = new ArrayList<String>();
        try (FaultJournal writing = reopened.get()) {
            for (List<JournalReader.Entry> fault : writing.contents(file).open()) {
                FaultNews last = fault.getLast().news();
                List<ProcessMark> processes = fault.stream()
                        .flatMap(step -> step.processes().stream())
                        .toList();
                var woken = new ArrayList<String>();
                String stuck = wake(processes, patienceMillis, woken);
                FaultStep step = stuck.isEmpty() ? FaultStep.HEALED : FaultStep.NOT_HEALED;
                writing.write(
                        new FaultNews(last.id(), step, last.nanos(), last.fault(), last.target(), stuck), List.of());
                if (stuck.isEmpty()) {
                    healed.add(last.fault() + " " + last.target() + ": " + remainder(woken));
                } else {
                    left.add(last.fault() + " " + last.target() + ": " + stuck);
                }
            }
        }
        return new Outcome(false, healed, left);
    }

    private static String remainder(List<String> woken) {
        return woken.isEmpty() ? "nothing of it is left" : "woken, still runs: process " + String.join(", ", woken);
    }

    /** Waits for the processes to end and wakes those that do not; returns which cannot be woken. */
    private static String wake(List<ProcessMark> processes, long patienceMillis, List<String> woken) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
        for (ProcessMark mark : processes) {
            Optional<ProcessHandle> process = mark.find();
            if (process.isPresent() && !hasEnded(process.get(), deadline)) {
                if (!resume(process.get())) {
                    return "process " + mark.pid() + " cannot be woken; try: kill -CONT " + mark.pid();
                }
                woken.add(String.valueOf(mark.pid()));
            }
        }
        return "";
    }

    private static boolean hasEnded(ProcessHandle process, long deadline) {
        try {
            process.onExit().get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException still) {
            return false;
        }
    }

    private static boolean resume(ProcessHandle process) {
        return Commands.run(List.of("sh", "-c", "kill -s CONT " + process.pid()), Duration.ofMillis(WATCHDOG_MILLIS))
                        .succeeded()
                || !process.isAlive();
    }
}
