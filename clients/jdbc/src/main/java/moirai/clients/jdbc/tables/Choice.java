package moirai.clients.jdbc.tables;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** An enum constant that a user picks by its name. */
public interface Choice {

    /** Returns the name of the constant. It gives the label, so it must not change. */
    String name();

    /** Returns the name in lower case, with hyphens, as it is written on the command line and in files. */
    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Finds a value by its name.
     *
     * @param what the kind of value, for the message
     * @throws IllegalArgumentException with the allowed names
     */
    static <T extends Choice> T parse(String what, String text, T[] allowed) {
        return Arrays.stream(allowed)
                .filter(choice -> choice.label().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not a " + what + "; allowed: "
                        + Arrays.stream(allowed).map(Choice::label).collect(Collectors.joining(", "))));
    }
}
