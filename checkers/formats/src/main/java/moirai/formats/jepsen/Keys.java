package moirai.formats.jepsen;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The knowledge whether {@code [0 5]} as the value of an operation that is no transaction is the value 5 of key 0, or
 * one value of the only key.
 */
public enum Keys {

    /** Nothing is said: the operations of the file tell. A file whose operations do not tell is refused. */
    UNSAID,

    /** All values are pairs of a key and its value, as {@code jepsen.independent} writes them. */
    INDEPENDENT,

    /** All values are those of a single key. */
    SINGLE;

    /** Returns the name on a command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the knowledge with this {@link #label}. */
    public static Optional<Keys> named(String label) {
        return Arrays.stream(values())
                .filter(keys -> keys != UNSAID && keys.label().equals(label.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Returns the labels of what can be said. */
    public static List<String> all() {
        return List.of(INDEPENDENT.label(), SINGLE.label());
    }
}
