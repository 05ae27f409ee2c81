package moirai.nemesis.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.ClusterException;

/** Runs short commands to their end. */
public final class Commands {

    private static final int TIMEOUT_SECONDS = 120;

    private Commands() {}

    /** How a command ended and what it printed, both streams together. */
    public record Result(int exitCode, String output) {

        public boolean succeeded() {
            return exitCode == 0;
        }

        /** The last line that says something, which is where commands put the reason. */
        public String lastLine() {
            var lines = output.lines().filter(line -> !line.isBlank()).toList();
            return lines.isEmpty() ? "exit code " + exitCode : lines.getLast().strip();
        }
    }

    /** Runs the command; one that cannot be started has exit code 127, as in a shell. */
    public static Result run(List<String> command) {
        try {
            var process = prepare(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            // Read to the end first: a full pipe would hold the command for ever.
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Result(124, output + "\ndid not end within " + TIMEOUT_SECONDS + " s");
            }
            return new Result(process.exitValue(), output);
        } catch (IOException e) {
            return new Result(127, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClusterException("interrupted while " + command.getFirst() + " ran", e);
        }
    }

    /** A command in an environment that neither translates messages nor redirects PostgreSQL. */
    public static ProcessBuilder prepare(List<String> command) {
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }
}
