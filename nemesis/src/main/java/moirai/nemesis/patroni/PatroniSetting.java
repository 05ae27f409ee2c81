package moirai.nemesis.patroni;

import java.util.Arrays;
import java.util.Optional;

/**
 * A setting of Patroni itself, under its own name, in seconds, but for the lag, which is bytes. Least values are those
 * of its documentation, section "Dynamic Configuration Settings".
 */
enum PatroniSetting {
    /** The time without a sign of life of the primary after which another node may become it. */
    TTL("ttl", 20, 3_600, 20),
    /** The interval at which each member looks around. */
    LOOP_WAIT("loop_wait", 1, 600, 2),
    /** The time that etcd may be silent before a primary steps down. */
    RETRY_TIMEOUT("retry_timeout", 3, 600, 8),
    /** The lag beyond which a replica never becomes the primary. */
    LAG_MAX("maximum_lag_on_failover", 0, Integer.MAX_VALUE, 1_048_576),
    /** The time for a crashed primary to come back; at 0 another node is preferred to it. */
    START_TIMEOUT("primary_start_timeout", 0, 3_600, 0);

    private final String label;
    private final int min;
    private final int max;
    private final int usual;

    PatroniSetting(String label, int min, int max, int usual) {
        this.label = label;
        this.min = min;
        this.max = max;
        this.usual = usual;
    }

    /** Returns the name, in Patroni as on the command line. */
    String label() {
        return label;
    }

    /** Returns the default value. */
    int usual() {
        return usual;
    }

    /** Returns the setting of this name; empty for a name of PostgreSQL. */
    static Optional<PatroniSetting> named(String name) {
        return Arrays.stream(values())
                .filter(setting -> setting.label.equals(name))
                .findFirst();
    }

    /**
     * Parses a value.
     *
     * @throws IllegalArgumentException if the text is none, in words for the user
     */
    int parse(String text) {
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // As one that is out of range.
        }
        throw new IllegalArgumentException("the setting " + label + " of Patroni cannot be '" + text
                + "': expected a whole number from " + min + " to " + max);
    }
}
