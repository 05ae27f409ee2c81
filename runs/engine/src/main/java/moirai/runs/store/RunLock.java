package moirai.runs.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import moirai.runs.ExitCode;
import moirai.runs.RunException;

/**
 * The lock of a run's directory, which one process holds while the run goes. The operating system takes it back when
 * the process ends, however it ends, so that nothing has to be cleaned up after a kill.
 */
public final class RunLock implements AutoCloseable {

    private final Path file;
    private final FileChannel channel;

    private RunLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws RunException if somebody has it
     */
    public static RunLock of(RunDirectory directory) {
        Path file = directory.lock();
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isLocked(channel)) {
                channel.close();
                throw new RunException(
                        directory.path() + " is still being recorded: stop that run first, or wait for its end",
                        ExitCode.REFUSED);
            }
            return new RunLock(file, channel);
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

    /** Fails if this is not the lock of that directory, or is not held any more. */
    public void requireOf(RunDirectory directory) {
        if (!file.equals(directory.lock()) || !channel.isOpen()) {
            throw new IllegalStateException("the lock of " + file + " is not that of " + directory.path());
        }
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
