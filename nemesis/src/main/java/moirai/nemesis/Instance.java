package moirai.nemesis;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
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
/** The directory of one cluster that lives, and the proof that its owner lives. */
final class Instance implements AutoCloseable {

    private static final String LOCK = "owner.lock";

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private static final int LEFTOVER_TIMEOUT_MILLIS = 5_000;

    private final Path directory;
    private final FileChannel lock;

    private Instance(Path directory, FileChannel lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** Makes a new instance. Call it {@linkplain StateDirectory#exclusively exclusively}. */
    static Instance create(StateDirectory state) throws IOException {
        var directory = Files.createTempDirectory(state.instances(), "postgres-");
        state.letOthersThrough(directory);
        HELD.add(directory);
        var channel =
                FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            throw new IOException(directory + " was locked by somebody else as soon as it was made");
        }
        return new Instance(directory, channel);
    }

    /** Removes the instances whose owners are gone. Call it {@linkplain StateDirectory#exclusively exclusively}. */
    static void clearLeftovers(StateDirectory state) throws IOException {
        try (var instances = Files.newDirectoryStream(state.instances())) {
            for (Path directory : instances) {
                if (!HELD.contains(directory)) {
                    clearIfAbandoned(directory);
                }
            }
        }
    }

    private static void clearIfAbandoned(Path directory) throws IOException {
        try (var channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock taken = channel.tryLock()) {
            if (taken != null) {
                clear(directory);
            }
        } catch (NoSuchFileException e) {
            // Instances are made under the lock that we hold, so this one is half made or half removed.
            clear(directory);
        }
    }

    private static void clear(Path directory) throws IOException {
        var data = directory.resolve("data");
        leftover(data).ifPresent(server -> {
            // QUIT ends a server at once and still frees its shared memory, which KILL would leave behind.
            Commands.run(List.of("sh", "-c", "kill -s QUIT " + server.pid()));
            if (!Pauses.until(LEFTOVER_TIMEOUT_MILLIS, () -> leftover(data).isEmpty())) {
                server.destroyForcibly();
                Pauses.until(LEFTOVER_TIMEOUT_MILLIS, () -> !server.isAlive());
            }
        });
        Trees.delete(directory);
    }

    /**
     * The server that runs on this data directory: the process that its own file names, if that names the directory.
     */
    static Optional<ProcessHandle> leftover(Path data) {
        return PostmasterFile.read(data)
                .flatMap(file -> ProcessHandle.of(file.pid()))
                .filter(server -> server.info().commandLine().orElse("").contains(data.toString()));
    }

    Path data() {
        return directory.resolve("data");
    }

    Path log() {
        return directory.resolve("server.log");
    }

    Path directory() {
        return directory;
    }

    /** Deletes the directory and gives it up. */
    @Override
    public void close() throws IOException {
        try {
            Trees.delete(directory);
        } finally {
            lock.close();
            HELD.remove(directory);
        }
    }
}
