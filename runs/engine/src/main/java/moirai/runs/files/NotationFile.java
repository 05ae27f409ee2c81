package moirai.runs.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import moirai.formats.text.InputFile;
import moirai.history.files.HistoryReader;

/** A text in history notation, packed by gzip or not, as other texts may be. */
public final class NotationFile {

    private NotationFile() {}

    /** Returns whether the file has a name that such files have. */
    public static boolean isNamed(Path file) {
        return file.toString().endsWith(".txt") || file.toString().endsWith(".txt.gz");
    }

    /**
     * Returns whether the first line that is neither blank nor a comment is a transaction, as in {@code T0 s0 r1=[]}. A
     * file without such a line counts as well.
     */
    public static boolean isNotation(Path file) {
        try (InputFile in = InputFile.text(file);
                var text = new InputStreamReader(in.stream(), StandardCharsets.UTF_8.newDecoder());
                var lines = new BufferedReader(text)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String stripped = line.strip();
                if (!stripped.isEmpty() && !stripped.startsWith("#")) {
                    return stripped.startsWith("T");
                }
            }
            return true;
        } catch (CharacterCodingException binary) {
            return false;
        } catch (IOException unreadable) {
            throw InputFile.unreadable(file, unreadable);
        }
    }

    /**
     * Reads the history of the file.
     *
     * @param ignoresTimes whether the history has no times, whatever the file says
     */
    public static HistoryReader.Loaded read(Path file, boolean ignoresTimes) {
        try (InputFile in = InputFile.text(file)) {
            return HistoryReader.notation(file.toString(), in.stream(), ignoresTimes);
        } catch (IOException unreadable) {
            throw InputFile.unreadable(file, unreadable);
        }
    }
}
