package moirai.runs.alarms;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An alarm that runs a command of the user by a shell, with each notice on its standard input. The output goes to a
 * file, a bounded part of each call. A command that takes too long is killed, with the processes that it started.
 * Processes that a command leaves behind when it ends in time are not touched.
 */
final class AlarmCommand implements Alarm {

    /** The name of the file with the output, in the directory of the run. */
    static final String OUTPUT = "on-anomaly.log";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The time for the rest of the output to arrive; a process that was left behind keeps the pipe open for longer. */
    private static final Duration REST = Duration.ofSeconds(2);

    /** The number of bytes that are kept of what one call prints. */
    private static final int OUTPUT_BYTES_MAX = 1 << 16;

    private static final byte[] CUT = "\n… (more is not kept)\n".getBytes(StandardCharsets.UTF_8);

    private final String command;
    private final Path output;
    private final Duration limit;

    /** @param output need not exist; what is there stays */
    AlarmCommand(String command, Path output) {
        this(command, output, LIMIT);
    }

    AlarmCommand(String command, Path output, Duration limit) {
        this.command = command;
        this.output = output;
        this.limit = limit;
    }

    @Override
    public String option() {
        return "--on-anomaly";
    }

    @Override
    public Optional<String> raise(String notice) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder("sh", "-c", command)
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException failed) {
            return Optional.of("the command could not be started: " + failed.getMessage());
        }
        byte[] time = ("--- " + Instant.now().truncatedTo(ChronoUnit.MILLIS) + "\n").getBytes(StandardCharsets.UTF_8);
        keep(time, time.length);
        // Threads of their own, as a command may read nothing, or print without an end.
        Thread.ofPlatform().daemon().name("alarm-input").start(() -> write(process, notice));
        Thread reader = Thread.ofPlatform().daemon().name("alarm-output").start(() -> copy(process));
        try {
            if (!process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                return Optional.of("the command did not end within " + limit.toSeconds() + " s and was killed");
            }
            reader.join(REST);
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of("the command ended with exit code " + process.exitValue());
        } finally {
            if (process.isAlive()) {
                kill(process);
            }
        }
    }

    private static void write(Process process, String notice) {
        try (BufferedWriter input = process.outputWriter(StandardCharsets.UTF_8)) {
            input.write(notice);
        } catch (IOException closed) {
            // The command has ended, or has closed its input.
            return;
        }
    }

    private void copy(Process process) {
        try (InputStream printed = process.getInputStream()) {
            var buffer = new byte[8_192];
            int left = OUTPUT_BYTES_MAX;
            boolean isCut = false;
            for (int read = printed.read(buffer); read >= 0; read = printed.read(buffer)) {
                keep(buffer, Math.min(read, left));
                if (read > left && !isCut) {
                    isCut = true;
                    keep(CUT, CUT.length);
                }
                left = Math.max(0, left - read);
            }
        } catch (IOException closed) {
            // The output ends here.
            return;
        }
    }

    /** Appends to the file. A disk that is full keeps nothing, and the command goes on. */
    private synchronized void keep(byte[] bytes, int count) {
        if (count == 0) {
            return;
        }
        try (OutputStream file = Files.newOutputStream(output, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            file.write(bytes, 0, count);
        } catch (IOException full) {
            System.getLogger(AlarmCommand.class.getName()).log(System.Logger.Level.DEBUG, "output of a command", full);
        }
    }

    /** Kills the shell first, so that it starts no more processes, and then the processes that it has started. */
    private static void kill(Process process) {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly();
        for (ProcessHandle one : started) {
            List<ProcessHandle> meanwhile = one.descendants().toList();
            one.destroyForcibly();
            meanwhile.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
