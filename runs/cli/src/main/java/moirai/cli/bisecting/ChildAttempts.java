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
 * Attempts by a command of its own, judged by how it ends: 0 did not show the failure, what is bad for {@code git
 * bisect run} did, and what says that something else went wrong, with git or with Moirai, is unknown.
 */
final class ChildAttempts implements BisectStep.Source {

    /** Unknown and insufficient evidence, as Moirai has them. */
    private static final List<Integer> UNDECIDED = List.of(2, 3);

    /** Skip, as git has it; not executable and not found, as shells have it. From 128 on it was a signal, or ours. */
    private static final int SKIP = 125;

    private static final long LOOK_MILLIS = 50;
    private static final long GRACE_MILLIS = 5_000;

    private final List<String> command;
    private final Duration limit;
    private final StopRequest stop;

    /** @param limit after this the command is ended, and the attempt unknown */
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

    /** What an exit code stands for. */
    static Attempt judged(int code) {
        if (code == 0) {
            return new Attempt.NotShown();
        }
        return UNDECIDED.contains(code) || code >= SKIP
                ? new Attempt.Unknown("the command ended with " + code)
                : new Attempt.Shown();
    }

    /** Asks first, so that who has servers of its own can end them; what is left after a while is killed. */
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
