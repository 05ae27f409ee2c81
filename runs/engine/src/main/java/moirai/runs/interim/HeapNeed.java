package moirai.runs.interim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * An estimate of the heap that the check of a whole history takes, from what it takes on the disk.
 *
 * @param bytes of the heap
 */
public record HeapNeed(long bytes) {

    /**
     * The bytes of heap for a byte on the disk. A transaction of three ops on lists takes some 35 bytes there and up to
     * 420 in a check that finds cycles.
     */
    private static final long HEAP_BYTES = 12;

    /** The part of the heap that a check may take, in percent: sessions, reports and the collector need the rest. */
    private static final long PERCENT = 70;

    /** Returns the need of a history on the disk; 0 if there is none. */
    public static HeapNeed of(Path directory) {
        return new HeapNeed(HEAP_BYTES * size(directory));
    }

    /** Returns whether the JVM's heap may grow as large. */
    public boolean fits() {
        return bytes <= Runtime.getRuntime().maxMemory() / 100 * PERCENT;
    }

    private static long size(Path directory) {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
