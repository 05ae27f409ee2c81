package moirai.clients.jdbc.dialects;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;

/*
 * A POSIX lock is lost when its process closes any descriptor of the file, so this process must not even look at the
 * locks that it holds: it remembers them. Nor may anybody look at a directory between its making and its locking, so
 * all that makes or removes one does so under a lock for all processes of this user.
 */
/**
 * A database of SQLite in a temporary directory of its own.
 *
 * <p>A process that is killed cannot remove its directory. It holds a lock on a file there as long as it lives, so the
 * next process to make one knows which directories to remove.
 *
 * @param life holds the lock
 */
record SqliteFile(Path directory, FileChannel life, Endpoint endpoint) implements EmbeddedDatabase {

    static final String JOURNAL_MODE = "wal";

    private static final String PREFIX = "moirai-sqlite-";
    private static final String LOCK = "lock";

    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    /** The lock between threads: a file lock belongs to the process, not to the thread. */
    private static final ReentrantLock SETUP = new ReentrantLock();

    /** An action that makes or removes files. */
    private interface Action<T> {
        T run() throws IOException;
    }

    static SqliteFile create() {
        try {
            var made = exclusively(SqliteFile::make);
            made.chooseJournal();
            return made;
        } catch (IOException e) {
            throw new ClientException("cannot make a directory for SQLite: " + e.getMessage(), e);
        }
    }

    private static SqliteFile make() throws IOException {
        var directory = Files.createTempDirectory(PREFIX);
        HELD.add(directory);
        try {
            var life =
                    FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            life.lock();
            removeThoseOfTheDead(directory);
            return new SqliteFile(directory, life, new Endpoint("jdbc:sqlite:" + directory.resolve("db"), "", ""));
        } catch (IOException failed) {
            // Whatever was made of it is found by the next.
            HELD.remove(directory);
            throw failed;
        }
    }

    /** Runs the action while no other thread or process of this user makes or removes such a directory. */
    private static <T> T exclusively(Action<T> action) throws IOException {
        SETUP.lock();
        try (var channel = FileChannel.open(
                        setupLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                var lock = channel.lock()) {
            assert lock.isValid();
            return action.run();
        } finally {
            SETUP.unlock();
        }
    }

    /**
     * Returns the lock file. It is never deleted, since another process may wait for it. Files of other users cannot be
     * opened.
     */
    private static Path setupLock() throws IOException {
        var probe = Files.createTempFile("moirai-probe-", "");
        try {
            var owner = Files.getOwner(probe).getName().replaceAll("[^A-Za-z0-9._-]", "_");
            return probe.resolveSibling("moirai-sqlite." + owner + ".lock");
        } finally {
            Files.delete(probe);
        }
    }

    /** Chooses the journal, which the file remembers. */
    private void chooseJournal() {
        try (var connection = DriverManager.getConnection(endpoint.url());
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode=" + JOURNAL_MODE);
        } catch (SQLException e) {
            close();
            throw new ClientException("cannot make " + endpoint + ": " + e.getMessage(), e);
        }
    }

    private static void removeThoseOfTheDead(Path mine) throws IOException {
        var owner = Files.getOwner(mine);
        try (var found = Files.newDirectoryStream(mine.resolveSibling("."), PREFIX + "*")) {
            for (Path directory : found) {
                // Anybody may put anything into a common directory for temporary files.
                if (!HELD.contains(mine.resolveSibling(directory.getFileName()))
                        && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
                    removeIfDead(directory);
                }
            }
        }
    }

    private static void removeIfDead(Path directory) {
        try (var life = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                var lock = life.tryLock()) {
            if (lock != null) {
                remove(directory);
            }
        } catch (NoSuchFileException unlocked) {
            removeIfEmpty(directory);
        } catch (IOException | OverlappingFileLockException alive) {
            // Not ours to remove, or not to be removed.
            return;
        }
    }

    /**
     * Removes an empty directory. Ours are locked first and unlocked last, so only an empty one may be half made or
     * half removed.
     */
    private static void removeIfEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException filled) {
            // By somebody else.
            return;
        }
    }

    @Override
    public void close() {
        try {
            exclusively(() -> {
                try (life) {
                    remove(directory);
                }
                return HELD.remove(directory);
            });
        } catch (IOException e) {
            throw new ClientException("cannot remove " + directory + ": " + e.getMessage(), e);
        }
    }

    /** Removes a directory, which holds files alone. */
    private static void remove(Path directory) throws IOException {
        try (var files = Files.newDirectoryStream(directory, file -> !file.endsWith(LOCK))) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(directory.resolve(LOCK));
        Files.deleteIfExists(directory);
    }
}
