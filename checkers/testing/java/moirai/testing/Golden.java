package moirai.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Compares a report with the text in {@code src/test/resources/reports}; with golden.update=true it writes it. */
public final class Golden {

    private static final Path FOLDER = Path.of("src/test/resources/reports");

    private Golden() {}

    /** Fails where the text is not that of the file. */
    public static void assertMatches(String name, String actual) {
        Path file = FOLDER.resolve(name);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, actual);
            }
            assertThat(actual).isEqualTo(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("no golden report; write it with -Dgolden.update=true", unreadable);
        }
    }
}
