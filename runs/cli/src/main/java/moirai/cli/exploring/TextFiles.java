package moirai.cli.exploring;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The text files that the user names. */
final class TextFiles {

    private TextFiles() {}

    /**
     * Returns the text of a file.
     *
     * @throws IllegalArgumentException if there is none; the message names the file
     */
    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException missing) {
            throw new IllegalArgumentException("no such file: " + file, missing);
        } catch (CharacterCodingException foreign) {
            throw new IllegalArgumentException(file + " is no text in UTF-8", foreign);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(file + " cannot be read: " + unreadable.getMessage(), unreadable);
        }
    }
}
