package moirai.nemesis.patroni;

import java.util.Arrays;
import java.util.Optional;

/**
 * What can be set of Patroni itself, under its own names: seconds, but for the lag, which is bytes. Least values are
 * those of its documentation, section "Dynamic Configuration Settings".
 */
enum PatroniSetting {
    /** After so long without a sign of life of the primary, another node may become it. */
    TTL("ttl", 20, 3_600, 20),
    /** How often each member looks around. */
    LOOP_WAIT("loop_wait", 1, 600, 2),
    /** How long etcd may be silent until a primary steps down. */
    RETRY_TIMEOUT("retry_timeout", 3, 600, 8),
    /** A replica that lags further than that never becomes the primary. */
    LAG_MAX("maximum_lag_on_failover", 0, Integer.MAX_VALUE, 1_048_576),
    /** How long a primary that crashed may take to come back; at 0 another node is preferred to it. */
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

    /** Its name, in Patroni as on the command line. */
    String label() {
        return label;
    }

    /** What it is if nobody says otherwise. */
    int usual() {
        return usual;
    }

    /** The one of this name; empty for a name of PostgreSQL. */
    static Optional<PatroniSetting> named(String name) {
        return Arrays.stream(values())
                .filter(setting -> setting.label.equals(name))
                .findFirst();
    }

    /**
     * The value of a text.
     *
     * @throws IllegalArgumentException if it is none, in words for the user
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
