package moirai.nemesis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/*
 * The child of this process is a shell that runs watchdog.sh in a session of its own, where Ctrl-C in the terminal does
 * not reach it. It starts the server and reads our pipe: a word is a signal for the server, the end is our death. The
 * kernel closes the pipe however we die, and a pipe works on every Unix.
 */
/** A server that does not outlive this process. */
final class ServerProcess {

    private static final String WATCHDOG = resource("watchdog.sh");

    private static final int FAST_TIMEOUT_MILLIS = 10_000;
    private static final int IMMEDIATE_TIMEOUT_MILLIS = 5_000;
    private static final int KILL_TIMEOUT_MILLIS = 5_000;

    /** Held for its pipe: were it collected, the pipe would be closed and the server ended. */
    private final Process watchdog;

    private ServerProcess(Process watchdog) {
        this.watchdog = watchdog;
    }

    /** Starts the server under a watchdog that removes the instance if this process dies. */
    static ServerProcess start(Instance instance, List<String> server) throws IOException {
        // A file, not an argument: whoever looks for servers in the list of processes would find its text there.
        var script = Files.writeString(instance.directory().resolve("watchdog.sh"), WATCHDOG);
        var command = new ArrayList<>(
                List.of("setsid", "sh", script.toString(), instance.directory().toString()));
        command.addAll(server);
        var builder = Commands.prepare(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(instance.log().toFile()));
        // No working directory of the caller is kept busy, and none need be readable by the server's user.
        return new ServerProcess(builder.directory(Path.of("/").toFile()).start());
    }

    boolean isAlive() {
        return watchdog.isAlive();
    }

    /** Whether this process is the server, and not one that an older file names. */
    boolean hasChild(long pid) {
        return watchdog.children().anyMatch(child -> child.pid() == pid);
    }

    /** Ends the server: in good order, then at once, then by force. */
    void stop() {
        var ended = signal("INT", FAST_TIMEOUT_MILLIS)
                || signal("QUIT", IMMEDIATE_TIMEOUT_MILLIS)
                || signal("KILL", KILL_TIMEOUT_MILLIS);
        if (!ended) {
            throw new ClusterException("the server under watchdog " + watchdog.pid() + " cannot be killed");
        }
    }

    private boolean signal(String name, long timeoutMillis) {
        try {
            var pipe = watchdog.getOutputStream();
            pipe.write((name + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            // The watchdog reads no more: the server has ended, or will be found alive below.
        }
        return Pauses.until(timeoutMillis, () -> !watchdog.isAlive());
    }

    private static String resource(String name) {
        try (InputStream stream = Objects.requireNonNull(ServerProcess.class.getResourceAsStream(name))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " is missing from the class path", e);
        }
    }
}
