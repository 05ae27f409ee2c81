package moirai.analysis.registers;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An order that may be taken for granted about each key by itself, beyond what a level asks for. Whatever is found
 * under an assumption is relative to it: either the level is broken or the assumption is wrong. Names are those of
 * Elle.
 */
public enum Assumption {
    /** Within a transaction, what is written to a key comes after what was read of it. */
    WFR_KEYS("wfr-keys"),
    /** Each key's versions keep to the order of every session that reads or writes them. */
    SEQUENTIAL_KEYS("sequential-keys"),
    /** Each key's versions keep to the order in real time. */
    LINEARIZABLE_KEYS("linearizable-keys");

    private final String label;

    Assumption(String label) {
        this.label = label;
    }

    /** Returns the name on the command line. */
    public String label() {
        return label;
    }

    /** Returns the assumption with this name. */
    public static Optional<Assumption> named(String name) {
        return Arrays.stream(values())
                .filter(assumption -> assumption.label.equalsIgnoreCase(name))
                .findFirst();
    }

    /** Returns all names, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(Assumption::label).collect(Collectors.joining(", "));
    }

    /**
     * Returns whether these assumptions imply this one: the order in real time implies that of sessions, which run one
     * transaction after the other, and the order of sessions implies that of a transaction's own ops.
     */
    boolean isIn(Set<Assumption> assumed) {
        return assumed.contains(this)
                || switch (this) {
                    case WFR_KEYS -> SEQUENTIAL_KEYS.isIn(assumed);
                    case SEQUENTIAL_KEYS -> LINEARIZABLE_KEYS.isIn(assumed);
                    case LINEARIZABLE_KEYS -> false;
                };
    }
}
