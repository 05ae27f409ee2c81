package moirai.nemesis.faults;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;

/** The lock by which a journal's run is known to live. It is given up with the channel, or with the process. */
final class JournalLock {

    private JournalLock() {}

    /** Takes it, unless another process or another part of this one has it; says whether it did. */
    static boolean take(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }
}
