package moirai.nemesis.faults;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;

/** The lock that shows that a journal's run lives. It is released with the channel, or with the process. */
final class JournalLock {

    private JournalLock() {}

    /** Takes the lock unless another process, or another part of this process, has it; returns whether it did. */
    static boolean take(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }
}
