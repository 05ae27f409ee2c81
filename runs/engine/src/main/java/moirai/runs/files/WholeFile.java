package moirai.runs.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** The writer of files that readers never see half written. */
public final class WholeFile {

    private WholeFile() {}

    /**
     * Creates or replaces a file, by way of a temporary file beside it.
     *
     * @param file need not exist; its folder has to
     * @throws IOException if it cannot be written; the file is then as before
     */
    public static void write(Path file, String text) throws IOException {
        Path whole = file.toAbsolutePath();
        Path temporary = whole.resolveSibling("." + whole.getFileName() + ".part");
        try {
            Files.writeString(temporary, text);
            Files.move(temporary, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Removes a folder and everything in it. */
    public static void removeTree(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
