package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Ends servers whose owner and whose watchdog are both dead. */
final class Leftovers {

    private static final int TIMEOUT_MILLIS = 5_000;

    private Leftovers() {}

    /** Ends every server of this instance, of whatever product; returns whether none is left. */
    static boolean end(Path instance) throws IOException {
        try (var nodes = Files.newDirectoryStream(instance, Files::isDirectory)) {
            boolean ended = true;
            for (Path path : nodes) {
                var node = new NodeDirectory(path);
                find(node).ifPresent(left -> end(node, left));
                ended &= find(node).isEmpty();
            }
            return ended;
        }
    }

    private static void end(NodeDirectory node, NodeDirectory.Running left) {
        if (!left.endSignal().equals("KILL")) {
            // At once, but with what it holds freed, such as shared memory, which KILL would leave behind.
            ProcessTree.resume(left.pid());
            ProcessTree.signal(left.endSignal(), List.of(left.pid()));
            Pauses.until(TIMEOUT_MILLIS, () -> find(node).isEmpty());
        }
        find(node).ifPresent(still -> ProcessTree.kill(still.pid()));
    }

    /**
     * Returns the server that runs in this directory: the process whose number is in the directory's file and whose
     * command line names the directory. The number alone may belong to another process by now.
     */
    static Optional<NodeDirectory.Running> find(NodeDirectory node) {
        return node.running()
                .filter(running -> !ProcessTree.isGone(running.pid()))
                .filter(running -> commandLine(running.pid()).contains(node.path() + "/"));
    }

    private static String commandLine(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(process -> process.info().commandLine())
                .orElse("");
    }
}
