package moirai.nemesis.network.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Pauses;
import org.jspecify.annotations.Nullable;

/** A child process that is sent lines and answers each with one line. It ends when this process does. Thread-safe. */
final class Conversation implements AutoCloseable {

    private static final int ANSWER_SECONDS = 20;
    private static final int END_MILLIS = 5_000;

    private final String name;
    private final Process process;
    private final BlockingQueue<Line> lines = new LinkedBlockingQueue<>();
    private int unanswered;

    /** A line of the process; null at its end. */
    private record Line(@Nullable String text) {}

    private Conversation(String name, Process process) {
        this.name = name;
        this.process = process;
        Thread.ofPlatform().daemon().name(name).start(this::listen);
    }

    /**
     * Starts the process.
     *
     * @param name its name in error messages
     * @param directory its working directory
     * @throws ClusterException if it cannot be started
     */
    static Conversation start(String name, Path directory, List<String> command) {
        try {
            return new Conversation(
                    name,
                    Commands.prepare(command)
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .start());
        } catch (IOException failed) {
            throw new ClusterException(name + " cannot be started: " + failed.getMessage(), failed);
        }
    }

    private void listen() {
        try (var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(new Line(line));
            }
        } catch (IOException closed) {
            // As at its end.
        } finally {
            lines.add(new Line(null));
        }
    }

    long pid() {
        return process.pid();
    }

    /**
     * Sends a line and waits for the answer, which begins with "done".
     *
     * @return what comes after "done"
     * @throws ClusterException if it answers anything else, or not at all
     */
    synchronized String ask(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException gone) {
            throw new ClusterException(name + " has ended", gone);
        }
        unanswered++;
        String answer;
        do {
            // What comes first is the answer to what was asked first, if nobody had the patience to wait for that.
            answer = hear();
            unanswered--;
        } while (unanswered > 0);
        if (!answer.startsWith("done")) {
            throw new ClusterException(name + " could not '" + line + "': " + answer.strip());
        }
        return answer.substring("done".length()).strip();
    }

    /**
     * Returns what the process says unasked, up to this line.
     *
     * @throws ClusterException if it ends before; its output is the reason
     */
    synchronized List<String> hearUntil(String last) {
        var heard = new ArrayList<String>();
        try {
            for (String line = hear(); !line.equals(last); line = hear()) {
                heard.add(line);
            }
            return heard;
        } catch (ClusterException ended) {
            throw heard.isEmpty() ? ended : new ClusterException(name + ": " + String.join("; ", heard), ended);
        }
    }

    /** Returns the next line of the process. */
    synchronized String hear() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    Line line = lines.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
                    if (line == null) {
                        throw new ClusterException(name + " did not answer within " + ANSWER_SECONDS + " s");
                    }
                    if (line.text() == null) {
                        // For who asks again.
                        lines.add(line);
                        throw new ClusterException(name + " has ended");
                    }
                    return line.text();
                } catch (InterruptedException later) {
                    // What was begun has to be known to be done: healing happens in threads that are told to end.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the process by closing its input, or else by force. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException alreadyGone) {
            // As is wanted.
        }
        if (!Pauses.until(END_MILLIS, () -> !process.isAlive())) {
            process.destroyForcibly();
        }
    }
}
