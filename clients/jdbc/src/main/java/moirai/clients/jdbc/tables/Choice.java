package moirai.clients.jdbc.tables;

import java.util.Arrays;
import java.util.stream.Collectors;

/** One of a few named values that a user picks. */
public interface Choice {

    /** Returns the name, as it is written on the command line and in files. */
    String label();

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
