package moirai.clients.jdbc.dialects;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;

/**
 * A database of SQLite in a temporary directory of its own.
 *
 * <p>A process that is killed cannot remove its directory. It has locked a file in there as long as it lived, so the
 * next to make one knows which to remove.
 *
 * @param life holds the lock
 */
record SqliteFile(Path directory, FileChannel life, Endpoint endpoint) implements EmbeddedDatabase {

    static final String JOURNAL_MODE = "wal";

    private static final String PREFIX = "moirai-sqlite-";
    private static final String LOCK = "lock";

    static SqliteFile create() {
        try {
            var directory = Files.createTempDirectory(PREFIX);
            var life =
                    FileChannel.open(directory.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            life.lock();
            removeThoseOfTheDead(directory);
            var made = new SqliteFile(directory, life, new Endpoint("jdbc:sqlite:" + directory.resolve("db"), "", ""));
            made.chooseJournal();
            return made;
        } catch (IOException e) {
            throw new ClientException("cannot make a directory for SQLite: " + e.getMessage(), e);
        }
    }

    /** The file remembers it. */
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
                if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
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
        } catch (IOException | OverlappingFileLockException alive) {
            // Another run of this process, or one that is just beginning or ending: not ours to remove.
            return;
        }
    }

    @Override
    public void close() {
        try (life) {
            remove(directory);
        } catch (IOException e) {
            throw new ClientException("cannot remove " + directory + ": " + e.getMessage(), e);
        }
    }

    /** It holds files alone. */
    private static void remove(Path directory) throws IOException {
        try (var files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(directory);
    }
}
