package moirai.runs.campaign.file;

import java.util.List;
import java.util.Optional;

/**
 * One dimension of the matrix: an option of {@code moirai run}, or a name of the user's for several options that change
 * together.
 */
public record Axis(String name, List<Value> values, String place) {

    public Axis {
        values = List.copyOf(values);
    }

    /**
     * A value of an axis.
     *
     * @param name as it stands in the names of cells
     */
    public record Value(String name, List<Setting> settings, String place) {

        public Value {
            settings = List.copyOf(settings);
        }

        /** Returns what this value says of an option; empty if it does not set it. */
        Optional<Setting> setting(String option) {
            return settings.stream()
                    .filter(setting -> setting.option().equals(option))
                    .findFirst();
        }

        /** Returns whether the value has this name, if the key is that of its axis, or sets the option so. */
        boolean matches(String axis, String key, String wanted) {
            return (key.equals(axis) && name.equals(wanted))
                    || setting(key)
                            .filter(setting -> setting.values().contains(wanted))
                            .isPresent();
        }
    }

    /** Returns whether a condition can be about this axis by that key. */
    boolean has(String key) {
        return name.equals(key)
                || values.stream().anyMatch(value -> value.setting(key).isPresent());
    }
}
