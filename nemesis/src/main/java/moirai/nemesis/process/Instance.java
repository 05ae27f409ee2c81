package moirai.nemesis.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/*
 * Who owns an instance is told by a file lock, which the kernel gives up when the owner dies, however it dies. A
 * process id in a file would need its start time beside it: ids are used again, in containers nearly at once, and a
 * start time moves when the clock is set.
 *
 * A POSIX lock is lost when its process closes any descriptor of the file, so this process must not even look at the
 * locks that it holds: it remembers them.
 */
/** The directory of one living cluster, and the proof that its owner lives. */
public final class Instance implements AutoCloseable {

    private static final String LOCK = "owner.lock";

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final StateDirectory state;
    private final FileChannel lock;

    /**
     * The process that removes the directory when its input and the servers have ended; referenced to keep that pipe
     * open.
     */
    private final Process caretaker;

    private Instance(Path directory, StateDirectory state, FileChannel lock, Process caretaker) {
        this.directory = directory;
        this.state = state;
        this.lock = lock;
        this.caretaker = caretaker;
    }

    /** Makes a new instance of this product. Call it {@linkplain StateDirectory#exclusively exclusively}. */
    public static Instance create(StateDirectory state, String product) throws IOException {
        var directory = Files.createTempDirectory(state.instances(), product + "-");
        state.letOthersThrough(directory);
        HELD.add(directory);
        try {
            return create(state, directory);
        } catch (IOException failed) {
            HELD.remove(directory);
            Trees.delete(directory);
            throw failed;
        }
    }

    private static Instance create(StateDirectory state, Path directory) throws IOException {
        var channel =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            return create(state, directory, channel);
        } catch (IOException failed) {
            channel.close();
            throw failed;
        }
    }

    private static Instance create(StateDirectory state, Path directory, FileChannel channel) throws IOException {
        if (channel.tryLock() == null) {
            throw new IOException(directory + " was locked by somebody else as soon as it was made");
        }
        var caretaker = Watchdogs.prepare(
                        "caretaker.sh", directory.resolve("caretaker.sh"), List.of(directory.toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new Instance(directory, state, channel, caretaker);
    }

    /**
     * Removes the instances whose owners are gone. Call it {@linkplain StateDirectory#exclusively exclusively}.
     *
     * @return the directories of such instances; one that still exists could not be removed, for the reason in the log,
     *    or because a server in it runs on
     */
    public static List<Path> clearLeftovers(StateDirectory state) throws IOException {
        var abandoned = new ArrayList<Path>();
        try (var instances = Files.newDirectoryStream(state.instances())) {
            for (Path directory : instances) {
                if (!HELD.contains(directory) && isAbandoned(directory)) {
                    abandoned.add(directory);
                }
            }
        }
        return abandoned;
    }

    /**
     * Clears the instance if it is abandoned. An instance that cannot be cleared keeps no new cluster from starting.
     */
    private static boolean isAbandoned(Path directory) {
        try {
            return clearIfAbandoned(directory);
        } catch (IOException failed) {
            System.getLogger(Instance.class.getName())
                    .log(System.Logger.Level.WARNING, "could not remove what is left in " + directory, failed);
            return true;
        }
    }

    private static boolean clearIfAbandoned(Path directory) throws IOException {
        try (var channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock taken = channel.tryLock()) {
            if (taken == null) {
                return false;
            }
            clear(directory);
        } catch (NoSuchFileException e) {
            // Instances are made under the lock that we hold, so this one is half made or half removed.
            clear(directory);
        }
        return true;
    }

    private static void clear(Path directory) throws IOException {
        // Not under a server that could not be ended; the next start tries again.
        if (Leftovers.end(directory)) {
            Mounts.removeBelow(directory);
            Trees.delete(directory);
        }
    }

    /** Makes the directory of another server. */
    public NodeDirectory node(String name) throws IOException {
        var node = Files.createDirectory(directory.resolve(name));
        state.letOthersThrough(node);
        return new NodeDirectory(node);
    }

    public Path directory() {
        return directory;
    }

    /** Returns whether the path, whatever links it has, leads into this instance, which this process still owns. */
    public boolean isIn(Path file) {
        try {
            return HELD.contains(directory)
                    && lock.isOpen()
                    && Files.exists(directory.resolve(LOCK))
                    && file.toRealPath().startsWith(directory.toRealPath());
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Closes the instance; what cannot be deleted is left to the next start, with a line in the log. */
    public void remove() {
        try {
            close();
        } catch (IOException e) {
            // Its owner's lock goes with this process at the latest.
            System.getLogger(Instance.class.getName())
                    .log(System.Logger.Level.WARNING, "could not remove " + directory, e);
        }
    }

    /** Deletes the directory and gives it up; to be called when its servers have ended. */
    @Override
    public void close() throws IOException {
        try {
            Mounts.removeBelow(directory);
            Trees.delete(directory);
        } finally {
            lock.close();
            HELD.remove(directory);
            // It finds nothing and ends.
            caretaker.getOutputStream().close();
        }
    }
}
