package moirai.formats.jepsen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.formats.HistoryFormat;
import moirai.history.History;

/** Reads texts as the files that they would be. */
final class TextFile {

    private TextFile() {}

    static History read(String text, HistoryFormat format, Reading how) throws IOException {
        Path file = Files.createTempFile("operations", "");
        try {
            return format.read(Files.writeString(file, text), how);
        } finally {
            Files.delete(file);
        }
    }
}
