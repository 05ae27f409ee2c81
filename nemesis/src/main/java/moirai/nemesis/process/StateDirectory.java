package moirai.nemesis.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The directory in which this user's clusters keep what outlives a single cluster.
 *
 * <p>{@code postgres-…} holds unpacked binaries, {@code template-…} an initialised data directory that is copied,
 * {@code instances} one directory for each living cluster. Everything but the instances may be deleted at any time when
 * no cluster is being started.
 */
public final class StateDirectory {

    /** The prefix of unfinished directories; under the lock, any directory with it was left by a process that died. */
    private static final String UNFINISHED = ".unfinished-";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    /** The lock between threads: a file lock belongs to the process, not to the thread. */
    private static final ReentrantLock SETUP = new ReentrantLock();

    private final Path root;
    private final ServerUser user;

    private StateDirectory(Path root, ServerUser user) {
        this.root = root;
        this.user = user;
    }

    /** An action that makes files. */
    public interface Action<T> {
        T run() throws IOException;
    }

    /** Fills a directory that exists and is empty. */
    public interface Filler {
        void fill(Path directory) throws IOException;
    }

    /**
     * Opens {@code $XDG_CACHE_HOME/moirai} or {@code ~/.cache/moirai}, else a directory of this user under the
     * temporary one.
     */
    public static StateDirectory open() throws IOException {
        Path root;
        try {
            root = owned(cache());
        } catch (IOException e) {
            root = owned(temporary());
        }
        var state = at(root);
        if (!state.user.isForeign()) {
            return state;
        }
        // Another user's server can enter neither root's home nor a directory closed to others.
        var open = new StateDirectory(owned(temporary()), state.user);
        open.letOthersThrough(open.root);
        return open;
    }

    /** Opens the state in this directory, which exists and is writable. */
    public static StateDirectory at(Path root) throws IOException {
        var probe = Files.createTempDirectory(root, UNFINISHED);
        try {
            return new StateDirectory(root.toRealPath(), ServerUser.detect(probe));
        } finally {
            Trees.delete(probe);
        }
    }

    private static Path cache() {
        var configured = System.getenv("XDG_CACHE_HOME");
        // The specification says to ignore a relative path.
        var base = configured != null && configured.startsWith("/")
                ? Path.of(configured)
                : Path.of(System.getProperty("user.home"), ".cache");
        return base.resolve("moirai");
    }

    /** Returns a temporary directory named by the user's number, as not every user has a name. */
    private static Path temporary() throws IOException {
        var base = Path.of(System.getProperty("java.io.tmpdir"));
        return base.resolve("moirai-" + callerId(base));
    }

    /**
     * Makes the directory for this user alone, and refuses a directory where others could put programs for us to run.
     */
    private static Path owned(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        boolean ours = Files.getAttribute(directory, "unix:uid").equals(callerId(directory));
        var permissions = Files.getPosixFilePermissions(directory);
        if (!ours
                || permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
            throw new IOException(directory + " can be written to by other users");
        }
        return directory;
    }

    /** Returns the number of the user whose files we make, found by making one in this directory. */
    private static Object callerId(Path directory) throws IOException {
        var probe = Files.createTempFile(directory, UNFINISHED, "");
        try {
            return Files.getAttribute(probe, "unix:uid");
        } finally {
            Files.delete(probe);
        }
    }

    public ServerUser user() {
        return user;
    }

    public Path instances() throws IOException {
        var instances = Files.createDirectories(root.resolve("instances"));
        letOthersThrough(instances);
        return instances;
    }

    /** Runs the action while no other thread or process of this user sets anything up. */
    public <T> T exclusively(Action<T> action) throws IOException {
        SETUP.lock();
        try (var channel = FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.lock()) {
            assert lock.isValid();
            return action.run();
        } finally {
            SETUP.unlock();
        }
    }

    /** Returns whether {@link #once} has made this before. */
    public boolean has(String name) {
        return Files.isDirectory(root.resolve(name));
    }

    /**
     * Returns the directory of this name, which is filled only once. It appears complete or not at all: it is filled
     * under another name and then renamed. Call it {@linkplain #exclusively exclusively}.
     */
    public Path once(String name, Filler filler) throws IOException {
        var target = root.resolve(name);
        if (Files.isDirectory(target)) {
            return target;
        }
        clearUnfinished();
        var unfinished = Files.createDirectory(root.resolve(UNFINISHED + name));
        try {
            letOthersThrough(unfinished);
            filler.fill(unfinished);
            Files.move(unfinished, target);
            return target;
        } finally {
            Trees.delete(unfinished);
        }
    }

    private void clearUnfinished() throws IOException {
        try (var left = Files.newDirectoryStream(root, UNFINISHED + "*")) {
            for (Path path : left) {
                Trees.delete(path);
            }
        }
    }

    /** Lets the server's user, if it is another one, pass through the directory without reading it. */
    public void letOthersThrough(Path directory) throws IOException {
        if (user.isForeign()) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        }
    }
}
