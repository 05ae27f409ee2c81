package moirai.mockstore.sql.control;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The values that a session has given to settings. They do not change: a change makes others, so that the former ones
 * can be taken back.
 *
 * @param lasting those that stay if the transaction commits
 * @param local those that end with the transaction; empty for an initial value
 */
public record SettingValues(Map<String, String> lasting, Map<String, Optional<String>> local) {

    /** No values: all settings have their initial ones. */
    public static final SettingValues INITIAL = new SettingValues(Map.of(), Map.of());

    public SettingValues {
        lasting = Map.copyOf(lasting);
        local = Map.copyOf(local);
    }

    /** Returns the value of a setting; empty if it has its initial one. */
    Optional<String> value(String name) {
        return local.containsKey(name) ? local.get(name) : Optional.ofNullable(lasting.get(name));
    }

    /**
     * Returns these values with another one.
     *
     * @param value empty for the initial one
     */
    SettingValues with(String name, Optional<String> value, boolean isLocal) {
        var locals = new HashMap<>(local);
        if (isLocal) {
            locals.put(name, value);
            return new SettingValues(lasting, locals);
        }
        var others = new HashMap<>(lasting);
        others.remove(name);
        value.ifPresent(given -> others.put(name, given));
        locals.remove(name);
        return new SettingValues(others, locals);
    }

    /** Returns the values after the end of the transaction. */
    public SettingValues committed() {
        return local.isEmpty() ? this : new SettingValues(lasting, Map.of());
    }

    /** Returns the present values, without those that are initial. */
    Map<String, String> present() {
        var present = new HashMap<>(lasting);
        local.forEach((name, value) -> {
            present.remove(name);
            value.ifPresent(given -> present.put(name, given));
        });
        return present;
    }
}
