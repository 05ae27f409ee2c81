package moirai.runs.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Output that appears whole or not at all: it is written beside its place, under a name that ends in {@code .part}, and
 * moved there at the end. After a failure the part is removed; after a kill it stays, and its name tells that it is
 * incomplete.
 */
public final class WholeOutput {

    private static final String SUFFIX = ".part";
    private static final Pattern PART = Pattern.compile(".+\\.[0-9a-f]{16}\\.part");
    private static final SecureRandom RANDOM = new SecureRandom();

    private WholeOutput() {}

    /** Returns whether this path, or the folder that it is in, is an incomplete output that a kill left behind. */
    public static boolean isPart(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path folder = absolute.getParent();
        return isPartName(absolute) || (folder != null && isPartName(folder));
    }

    private static boolean isPartName(Path path) {
        Path name = path.getFileName();
        return name != null && PART.matcher(name.toString()).matches();
    }

    /**
     * Requires, before anything is done that takes time, that a file can be made here or replaced.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be accepted
     */
    public static void requireFilePlace(Path file) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder; expected a file");
        }
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    file + " would be in " + folder + ", which is no folder; expected one that is there");
        }
    }

    /**
     * Requires that a directory can be made here, together with any missing parents.
     *
     * @throws IllegalArgumentException as {@link #requireFilePlace} does
     */
    public static void requireDirectoryPlace(Path directory) throws IOException {
        if (!isFree(directory)) {
            throw new IllegalArgumentException(directory + " exists already; expected a new or empty directory");
        }
        Path known = directory.toAbsolutePath().normalize().getParent();
        while (known != null && !Files.exists(known)) {
            known = known.getParent();
        }
        if (known != null && !Files.isDirectory(known)) {
            throw new IllegalArgumentException(
                    directory + " would be in " + known + ", which is no folder; expected one, or a new one");
        }
    }

    /** The content of a file. */
    public interface FileContent {
        void writeTo(Writer out) throws IOException;
    }

    /** The content of a directory. */
    public interface DirectoryContent {
        void writeTo(Path directory) throws IOException;
    }

    /** Writes a file in UTF-8, in place of an existing file; a device or pipe is written to directly. */
    public static void file(Path file, FileContent content) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            try (Writer out = Files.newBufferedWriter(file)) {
                content.writeTo(out);
            }
            return;
        }
        Path part = part(file);
        try {
            try (Writer out = Files.newBufferedWriter(part)) {
                content.writeTo(out);
            }
            // Through a link, as a writer would have gone.
            Path target = Files.exists(file) ? file.toRealPath() : file;
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * Makes a directory, together with any missing parents.
     *
     * @throws FileAlreadyExistsException if something is there already that is no empty directory
     */
    public static void directory(Path directory, DirectoryContent content) throws IOException {
        requireFree(directory);
        Path absolute = directory.toAbsolutePath().normalize();
        if (absolute.getParent() != null) {
            Files.createDirectories(absolute.getParent());
        }
        Path part = part(absolute);
        Files.createDirectory(part);
        try {
            content.writeTo(part);
            requireFree(directory);
            Files.deleteIfExists(absolute);
            Files.move(part, absolute);
        } finally {
            remove(part);
        }
    }

    private static void requireFree(Path directory) throws IOException {
        if (!isFree(directory)) {
            throw new FileAlreadyExistsException(
                    directory.toString(), null, "exists already; expected a new or empty directory");
        }
    }

    /** Returns whether {@link #directory} would succeed here: nothing exists, or only an empty directory. */
    public static boolean isFree(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return !Files.exists(directory);
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /**
     * Returns the path of the part, beside the place, because a move from elsewhere might be a copy. The name is drawn
     * anew each time: processes in containers that share a volume may have equal process numbers, so such a number
     * would not identify the owner of a part.
     */
    private static Path part(Path place) {
        String drawn = HexFormat.of().toHexDigits(RANDOM.nextLong());
        return place.resolveSibling(place.getFileName() + "." + drawn + SUFFIX);
    }

    private static void remove(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            List<Path> deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
