package moirai.nemesis.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/*
 * Each is a shell that runs a script of ours in a session of its own, where Ctrl-C in the terminal does not reach it.
 * It reads a pipe whose other end we hold: the kernel closes that however we die, and a pipe works on every Unix.
 */
/** Starts the processes that outlive this one by a moment, to clear up after it. */
final class Watchdogs {

    private Watchdogs() {}

    /** Prepares a command that runs a script of this package from a file, with these arguments. */
    static ProcessBuilder prepare(String script, Path file, List<String> arguments) throws IOException {
        // A file, not an argument: whoever looks for servers in the list of processes would find its text there.
        Files.writeString(file, Resources.text(Watchdogs.class, script));
        var command = new ArrayList<>(List.of("setsid", "sh", file.toString()));
        command.addAll(arguments);
        // No working directory of the caller is kept busy, and none need be readable by the server's user.
        return Commands.prepare(command).directory(Path.of("/").toFile());
    }

    /** Sends a word to a watchdog; a watchdog that reads no more has nothing left to do. */
    static void tell(Process watchdog, String word) {
        try {
            OutputStream pipe = watchdog.getOutputStream();
            pipe.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            // Its server has ended, or will be found alive by whoever waits for its end.
        }
    }
}
