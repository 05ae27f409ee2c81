package moirai.nemesis.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs short commands to their end. */
public final class Commands {

    private static final long TIMEOUT_MILLIS = 120_000;

    /** The time for the rest of its output to arrive; a child that it left behind keeps the pipe open for longer. */
    private static final long REST_MILLIS = 2_000;

    private Commands() {}

    /** The exit code of a command and what it printed, both streams together. */
    public record Result(int exitCode, String output) {

        public boolean succeeded() {
            return exitCode == 0;
        }

        /** Returns the last line that is not blank, in which commands name the reason. */
        public String lastLine() {
            var lines = output.lines().filter(line -> !line.isBlank()).toList();
            return lines.isEmpty() ? "exit code " + exitCode : lines.getLast().strip();
        }
    }

    /**
     * Runs the command. As in a shell, the exit code is 127 for a command that cannot be started and 124 for a command
     * that does not end within two minutes. An interruption does not cut it short.
     */
    public static Result run(List<String> command) {
        return run(command, TIMEOUT_MILLIS);
    }

    /** Runs the command with another time limit, for what takes long by its nature, such as a download. */
    public static Result run(List<String> command, Duration timeout) {
        return run(command, timeout.toMillis());
    }

    static Result run(List<String> command, long timeoutMillis) {
        try {
            var process = prepare(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            var output = new ByteArrayOutputStream();
            // Beside the wait: a full pipe would hold the command for ever, and one that prints nothing the reader.
            Thread reader = Thread.ofPlatform().daemon().start(() -> copy(process, output));
            if (!awaits(timeoutMillis, rest -> process.waitFor(rest, TimeUnit.NANOSECONDS))) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                return new Result(
                        124, output.toString(StandardCharsets.UTF_8) + "\ndid not end within " + timeoutMillis + " ms");
            }
            awaits(REST_MILLIS, rest -> reader.join(Duration.ofNanos(rest)));
            return new Result(process.exitValue(), output.toString(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return new Result(127, String.valueOf(e.getMessage()));
        }
    }

    private static void copy(Process process, ByteArrayOutputStream output) {
        try {
            process.getInputStream().transferTo(output);
        } catch (IOException closed) {
            // What was printed until then is all that there is.
            return;
        }
    }

    /** A wait for at most some nanoseconds. */
    private interface Wait {
        boolean within(long nanos) throws InterruptedException;
    }

    private static boolean awaits(long millis, Wait wait) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return wait.within(Math.max(1, deadline - System.nanoTime()));
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Prepares a command in an environment that neither translates messages nor redirects PostgreSQL. */
    public static ProcessBuilder prepare(List<String> command) {
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }
}
