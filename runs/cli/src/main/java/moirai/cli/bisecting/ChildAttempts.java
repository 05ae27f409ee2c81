package moirai.cli.bisecting;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import moirai.runs.StopRequest;
import moirai.runs.scenarios.Attempt;
import moirai.runs.scenarios.BisectStep;

/**
 * Attempts that run a command of the user and are judged by its exit code. Code 0 means that the failure was not shown,
 * a code that is bad for {@code git bisect run} that it was shown, and a code for another error, of git or of Moirai,
 * that the result is unknown. A JVM that cannot start ends with 1, which cannot be told from a failure; the help says
 * so.
 */
final class ChildAttempts implements BisectStep.Source {

    /** Moirai's exit codes for an unknown result and for insufficient evidence. */
    private static final List<Integer> UNDECIDED = List.of(2, 3);

    /**
     * The exit code by which {@code git bisect run} skips a commit. Shells use 126 for a command that is not executable
     * and 127 for one that is not found; from 128 on, a signal ended the command.
     */
    private static final int SKIP = 125;

    private static final long LOOK_MILLIS = 50;
    private static final long GRACE_MILLIS = 5_000;

    private final List<String> command;
    private final Duration limit;
    private final StopRequest stop;

    /**
     * Prepares attempts that run this command.
     *
     * @param limit the time after which the command is ended and the attempt is unknown
     */
    ChildAttempts(List<String> command, Duration limit, StopRequest stop) {
        this.command = List.copyOf(command);
        this.limit = limit;
        this.stop = stop;
    }

    @Override
    public Attempt attempt() throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(Redirect.INHERIT)
                    .redirectError(Redirect.INHERIT)
                    .start();
        } catch (IOException failed) {
            return new Attempt.Unknown(String.valueOf(failed.getMessage()));
        }
        try {
            return await(process);
        } finally {
            end(process);
        }
    }

    private Attempt await(Process process) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            if (stop.isAsked()) {
                return new Attempt.Unknown("stopped");
            }
            if (System.nanoTime() - deadline > 0) {
                return new Attempt.Unknown("took longer than " + limit.toMillis() / 1e3 + " s");
            }
        }
        return judged(process.exitValue());
    }

    /** Returns the result of an attempt whose command ended with this exit code. */
    static Attempt judged(int code) {
        if (code == 0) {
            return new Attempt.NotShown();
        }
        return UNDECIDED.contains(code) || code >= SKIP
                ? new Attempt.Unknown("the command ended with " + code)
                : new Attempt.Shown();
    }

    /** Ends a process. It is asked first, so that it can end servers of its own; after a while it is killed. */
    private static void end(Process process) throws InterruptedException {
        if (!process.isAlive()) {
            return;
        }
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        process.waitFor(GRACE_MILLIS, TimeUnit.MILLISECONDS);
        all.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
    }
}
