package moirai.formats.text;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.ZipException;
import moirai.history.HistoryFormatException;

/** Turns refusals of the operating system into errors of one file. */
public final class Unreadable {

    private Unreadable() {}

    public static HistoryFormatException because(Path file, IOException failed) {
        if (failed instanceof NoSuchFileException) {
            return new HistoryFormatException(file.toString(), "cannot be read: there is no such file");
        }
        if (Files.isDirectory(file)) {
            return new HistoryFormatException(file.toString(), "is a folder; expected a file");
        }
        if (failed instanceof EOFException) {
            return new HistoryFormatException(
                    file.toString(),
                    "ends inside what gzip packed, as a copy that was cut; expected the rest of it, since of a cut gzip"
                            + " file nothing is used, nor with --accept-cut");
        }
        if (failed instanceof ZipException) {
            return new HistoryFormatException(
                    file.toString(), "begins as a gzip file, but is none (" + failed.getMessage() + "); expected one");
        }
        return new HistoryFormatException(file.toString(), "cannot be read: " + failed);
    }
}
