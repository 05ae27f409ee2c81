package moirai.nemesis.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/*
 * A database server is often many processes, and they are not a process group: each PostgreSQL backend has a session of
 * its own. Who belongs to whom is only told by who started whom, so the tree has to be walked while its root lives.
 */
/** A process and all processes that it started, directly or not. Linux only. */
public final class ProcessTree {

    private static final int GONE_TIMEOUT_MILLIS = 5_000;

    /** The time for processes to stop: one that waits for a disk stops when the disk has answered. */
    private static final int STOPPED_TIMEOUT_MILLIS = 1_000;

    private ProcessTree() {}

    /**
     * Returns the tree as it is at this moment, the root first and the others by number; empty if the root is gone.
     */
    public static List<Long> of(long root) {
        if (isGone(root)) {
            return List.of();
        }
        var pids = new ArrayList<Long>();
        pids.add(root);
        ProcessHandle.of(root)
                .ifPresent(handle ->
                        handle.descendants().map(ProcessHandle::pid).sorted().forEach(pids::add));
        return pids;
    }

    /** Stops the whole tree. The root comes first, so that it starts no more; then whatever appeared meanwhile. */
    static void pause(long root) {
        var stopped = new ArrayList<Long>();
        var left = new ArrayList<>(List.of(root));
        while (!left.isEmpty()) {
            signal("STOP", left);
            stopped.addAll(left);
            left = new ArrayList<>(of(root));
            left.removeAll(stopped);
        }
        // The signal is sent, but each has to come to a processor once more to hear it.
        Pauses.until(STOPPED_TIMEOUT_MILLIS, () -> stopped.stream().allMatch(pid -> isPaused(pid) || isGone(pid)));
    }

    static void resume(long root) {
        // The children first, so that the root does not find them asleep.
        signal("CONT", of(root).reversed());
    }

    /** Kills the whole tree and waits; returns whether all of it is gone. */
    static boolean kill(long root) {
        pause(root);
        var pids = of(root);
        signal("KILL", pids);
        return Pauses.until(GONE_TIMEOUT_MILLIS, () -> pids.stream().allMatch(ProcessTree::isGone));
    }

    /** Sends a signal; processes that are gone by now are ignored. */
    static void signal(String name, List<Long> pids) {
        if (!pids.isEmpty()) {
            var numbers = pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
            Commands.run(List.of("sh", "-c", "kill -s " + name + " " + numbers));
        }
    }

    /** Returns whether the process is dead. A zombie counts as dead, because it has no more effect. */
    public static boolean isGone(long pid) {
        var status = status(pid);
        return status.isEmpty() || status.equals(Optional.of('Z')) || status.equals(Optional.of('X'));
    }

    static boolean isPaused(long pid) {
        return status(pid).equals(Optional.of('T'));
    }

    /** Returns the letter that the kernel has for the state of the process, as in proc(5). */
    private static Optional<Character> status(long pid) {
        try {
            // The process's name may hold anything, but comes in parentheses; after it comes the letter.
            var stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            return Optional.of(stat.charAt(stat.lastIndexOf(')') + 2));
        } catch (IOException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
