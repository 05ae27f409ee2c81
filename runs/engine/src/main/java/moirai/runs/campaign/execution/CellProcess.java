package moirai.runs.campaign.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import moirai.nemesis.process.Commands;
import moirai.runs.files.WholeFile;
import moirai.runs.replay.WholeRun;

/** The process of a cell, from its start to its end. */
final class CellProcess {

    private static final long LOOK_MILLIS = 20;

    /** The time that a process has to stop by itself, and to end servers of its own. */
    private static final long GRACE_MILLIS = 10_000;

    /** The time that what a cell started has to clear up when the cell is gone. */
    private static final long CLEARING_MILLIS = 20_000;

    /** The time that a JVM has to print what its threads are doing. */
    private static final long DUMP_MILLIS = 1_000;

    /** The beginning of the name of a process's own folder, beside its output. */
    private static final String SCRATCH = "scratch-";

    private CellProcess() {}

    /** How it ended. */
    enum How {
        /** By itself, or killed by somebody else. */
        ENDED,
        /** It took longer than its limit, and was killed. */
        HUNG,
        /** The campaign was stopped, and the cell with it. */
        STOPPED,
        /** There was no process. */
        NOT_STARTED
    }

    /**
     * The end of a process.
     *
     * @param exitCode what it ended with, or -1 if there was none
     * @param message why there was no process
     */
    record Ended(How how, int exitCode, Instant begun, Duration took, String message) {}

    /** Runs a command to its end, its limit, or a request to stop, whichever is first. */
    static Ended run(List<String> command, Path output, Duration limit, BooleanSupplier isStopped)
            throws InterruptedException {
        Instant begun = Instant.now();
        long start = System.nanoTime();
        Process process;
        Path scratch = output.resolveSibling(SCRATCH + output.getFileName());
        try {
            Files.createDirectories(scratch);
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put(WholeRun.SCRATCH, scratch.toAbsolutePath().toString());
            process = builder.start();
        } catch (IOException failed) {
            return new Ended(How.NOT_STARTED, -1, begun, Duration.ZERO, String.valueOf(failed.getMessage()));
        }
        How how = How.STOPPED;
        try {
            how = await(process, start + limit.toNanos(), isStopped);
        } finally {
            end(process, how == How.HUNG);
            clear(scratch);
        }
        return new Ended(how, process.exitValue(), begun, Duration.ofNanos(System.nanoTime() - start), "");
    }

    /** Removes what a process that was killed had no time to remove. What stays is in the night's folder. */
    private static void clear(Path scratch) {
        try {
            WholeFile.removeTree(scratch);
        } catch (IOException stays) {
            return;
        }
    }

    private static How await(Process process, long deadline, BooleanSupplier isStopped) throws InterruptedException {
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (isStopped.getAsBoolean()) {
                return How.STOPPED;
            }
            if (System.nanoTime() - deadline > 0) {
                return How.HUNG;
            }
        }
        return How.ENDED;
    }

    /** Ends a process with all that it started. It is asked first, so that it can end servers of its own. */
    private static void end(Process process, boolean isHung) throws InterruptedException {
        if (!process.isAlive()) {
            return;
        }
        Set<ProcessHandle> all = process.descendants().collect(Collectors.toSet());
        if (isHung) {
            // A JVM prints what its threads do: without that, nobody could tell why it hung.
            Commands.run(List.of("kill", "-QUIT", String.valueOf(process.pid())));
            process.waitFor(DUMP_MILLIS, TimeUnit.MILLISECONDS);
        }
        process.destroy();
        process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        process.descendants().forEach(all::add);
        process.destroyForcibly().waitFor();
        // Those that clear up after a cell begin to do so when it is gone.
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLEARING_MILLIS);
        while (System.nanoTime() < deadline && all.stream().anyMatch(ProcessHandle::isAlive)) {
            Thread.sleep(LOOK_MILLIS);
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
