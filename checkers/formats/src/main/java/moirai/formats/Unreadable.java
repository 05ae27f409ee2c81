package moirai.formats;

import java.io.IOException;
import java.nio.file.Path;
import moirai.history.HistoryFormatException;

/** What the operating system refuses, as the error of one file. */
final class Unreadable {

    private Unreadable() {}

    static HistoryFormatException because(Path file, IOException failed) {
        return new HistoryFormatException(file.toString(), "cannot be read: " + failed);
    }
}
