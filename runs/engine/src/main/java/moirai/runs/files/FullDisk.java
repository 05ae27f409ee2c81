package moirai.runs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Recognizes failures whose cause is a file system without room, and names it. */
public final class FullDisk {

    /** The words of Linux and macOS for no room and for a used up quota, and those of Windows. */
    private static final Pattern WORDS =
            Pattern.compile("No space left on device|[Qq]uota exceeded|not enough space on the disk");

    /** The room below which a write that failed has most probably failed for want of it. */
    private static final long USABLE_BYTES_MIN = 64 << 10;

    private FullDisk() {}

    /**
     * Returns a clause that names the file system and the place on it; empty if the failure has another cause.
     *
     * @param failure the failure of a write
     * @param place a file or folder that is there, on the file system that was written to
     */
    public static Optional<String> reason(Throwable failure, Path place) {
        Optional<IOException> cause = cause(failure);
        // The system's message may be in the language of its user, so the room that is left is asked for as well.
        boolean isFull = cause.filter(failed ->
                        WORDS.matcher(String.valueOf(failed.getMessage())).find() || isFull(place))
                .isPresent();
        return isFull
                ? Optional.of("no space is left on " + fileSystem(place) + " for " + place.toAbsolutePath())
                : Optional.empty();
    }

    /** Returns the outermost failure of input or output among the causes. */
    private static Optional<IOException> cause(Throwable failure) {
        return Stream.iterate(failure, broken -> broken != null, Throwable::getCause)
                .limit(16)
                .filter(IOException.class::isInstance)
                .map(IOException.class::cast)
                .findFirst();
    }

    private static boolean isFull(Path place) {
        try {
            return Files.getFileStore(place).getUsableSpace() < USABLE_BYTES_MIN;
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Returns where the file system is mounted and what it is, such as {@code /data (/dev/sdb1)}. */
    private static String fileSystem(Path place) {
        try {
            return "the file system " + Files.getFileStore(place);
        } catch (IOException unknown) {
            return "its file system";
        }
    }
}
