package moirai.runs.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A lock on a file that one process holds. The operating system takes it back when the process ends, however it ends,
 * so that nothing has to be cleaned up after a kill.
 */
public final class HeldLock implements AutoCloseable {

    private final Path file;
    private final FileChannel channel;

    private HeldLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock of a file, which is made with its folder if it is not there; empty if somebody has the lock. */
    public static Optional<HeldLock> of(Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isLocked(channel)) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(new HeldLock(file, channel));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        }
    }

    /** Returns whether this is the lock of that file, and is held. */
    public boolean isOf(Path other) {
        return file.equals(other) && channel.isOpen();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
