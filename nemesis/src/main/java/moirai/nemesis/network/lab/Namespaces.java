package moirai.nemesis.network.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Resources;

/**
 * The namespaces of one lab, and the shell that keeps them. Host 0 is the clients', the nodes follow. Thread-safe.
 *
 * <p>Each host is kept by a process, whose number identifies it to others. These processes live in the process tree of
 * that shell.
 */
final class Namespaces implements AutoCloseable {

    private static final String SCRIPT = "lab.sh";

    private final Conversation shell;
    private final List<Long> keepers;
    private final List<String> identity;

    private Namespaces(Conversation shell, List<Long> keepers, List<String> identity) {
        this.shell = shell;
        this.keepers = keepers;
        this.identity = identity;
    }

    /**
     * Makes the namespaces.
     *
     * @param directory the lab's own, empty
     * @throws ClusterException if this machine does not let us
     */
    static Namespaces make(Path directory, int nodes) throws IOException {
        Files.writeString(directory.resolve(SCRIPT), Resources.text(Namespaces.class, SCRIPT));
        // In a session of its own, where Ctrl-C in the terminal does not reach it.
        var shell = Conversation.start(
                "the lab", directory, List.of("setsid", "unshare", "-Urn", "sh", SCRIPT, String.valueOf(nodes)));
        try {
            var keepers = new ArrayList<Long>();
            keepers.add(shell.pid());
            shell.hearUntil("ready").forEach(pid -> keepers.add(Long.parseLong(pid)));
            return new Namespaces(shell, List.copyOf(keepers), identity(directory));
        } catch (ClusterException failed) {
            shell.close();
            throw failed;
        } catch (NumberFormatException unexpected) {
            shell.close();
            throw new ClusterException("the lab said " + unexpected.getMessage(), unexpected);
        }
    }

    /**
     * Returns the command that makes a process in the lab run as this user again. A process that enters the lab is its
     * root, and servers refuse to run as root or give up rights that root need not have.
     */
    private static List<String> identity(Path directory) throws IOException {
        Object user = Files.getAttribute(directory, "unix:uid");
        Object group = Files.getAttribute(directory, "unix:gid");
        return user.equals(0) ? List.of() : List.of("unshare", "-U", "--map-user=" + user, "--map-group=" + group);
    }

    /** Returns the process number of the shell that keeps the namespaces. */
    long pid() {
        return shell.pid();
    }

    /**
     * Returns the path by which a process outside finds a file of the lab's directory; short, as sockets' paths have to
     * be.
     */
    Path file(String name) {
        return Path.of("/proc/" + shell.pid() + "/cwd", name);
    }

    /** Returns the command line that runs this one at that host, as this user. */
    List<String> on(int host, List<String> command) {
        var whole = new ArrayList<>(
                List.of("nsenter", "-t", String.valueOf(keepers.get(host)), "-U", "-n", "--preserve-credentials"));
        whole.addAll(identity);
        whole.addAll(command);
        return List.copyOf(whole);
    }

    /**
     * Runs a command at that host as the lab's root.
     *
     * @return what it has printed
     * @throws ClusterException if it fails
     */
    String run(int host, String command) {
        return shell.ask("host " + host + " " + command);
    }

    /** Gives the namespaces up; those with running servers stay until these end. */
    @Override
    public void close() {
        shell.close();
    }
}
