package moirai.runs.files;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A text that comes with Moirai, as a resource beside a class. */
public final class BundledText {

    private BundledText() {}

    /**
     * Returns the whole text.
     *
     * @param name the name of a file that the jar holds in the package of {@code beside}
     */
    public static String of(Class<?> beside, String name) {
        try (InputStream in = requireNonNull(beside.getResourceAsStream(name), name + " is missing from the jar")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
