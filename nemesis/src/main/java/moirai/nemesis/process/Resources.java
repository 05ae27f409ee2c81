package moirai.nemesis.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Texts that are stored beside classes of this module: scripts and configuration files. */
public final class Resources {

    private Resources() {}

    /**
     * Returns the text of this name in the package of a class.
     *
     * @throws IllegalStateException if it is missing: the build is broken
     */
    public static String text(Class<?> neighbour, String name) {
        try (InputStream stream = Objects.requireNonNull(neighbour.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " is missing from the class path", e);
        }
    }
}
