package moirai.runs.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * A file that keeps room on a disk until it is needed: a history that grows until the disk is full leaves none for the
 * files that say what was found.
 */
public final class SpareRoom implements AutoCloseable {

    /** The size of the largest report, and about as much for all else. */
    private static final int BYTES = 4 << 20;

    private static final int CHUNK_BYTES = 64 << 10;

    private final Path file;

    private SpareRoom(Path file) {
        this.file = file;
    }

    /** Takes the room, in place of what a process that was killed has left there; does without it if there is none. */
    public static SpareRoom at(Path file) {
        var room = new SpareRoom(file);
        // Not zeros, which file systems may store in no room at all.
        var random = new SplittableRandom(1);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int written = 0; written < BYTES; written += CHUNK_BYTES) {
                random.nextBytes(chunk);
                out.write(chunk);
            }
        } catch (IOException none) {
            room.giveBack();
        }
        return room;
    }

    @Override
    public void close() {
        giveBack();
    }

    /** Gives the room back, before it is closed. May be called again. */
    public void giveBack() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            System.getLogger(SpareRoom.class.getName()).log(System.Logger.Level.DEBUG, "spare room", stays);
        }
    }
}
