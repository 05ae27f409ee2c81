package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files with exact contents under {@code src/test/resources/golden}; {@code -Dgolden.update=true} writes them anew. */
public final class Golden {

    private static final Path DIRECTORY = Path.of("src", "test", "resources", "golden");

    private Golden() {}

    /** Returns the path of the golden file or directory of this name. */
    public static Path path(String name) {
        return DIRECTORY.resolve(name);
    }

    /** Returns whether golden files are to be written instead of compared. */
    public static boolean isUpdate() {
        return Boolean.getBoolean("golden.update");
    }

    /** Compares a text with the golden file, or writes it. */
    public static void requireText(String name, String text) {
        try {
            if (isUpdate()) {
                Files.createDirectories(DIRECTORY);
                Files.writeString(path(name), text);
            }
            assertThat(text).isEqualTo(Files.readString(path(name), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
