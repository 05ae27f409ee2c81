package moirai.runs.products;

import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The variables of servers, as a user gives them. */
final class Settings {

    private Settings() {}

    /**
     * Returns the same settings after the product's cluster has checked them.
     *
     * @throws IllegalArgumentException if the cluster does not take one, with a message for the user
     */
    static Map<String, String> checked(Map<String, String> settings, Consumer<Map<String, String>> look) {
        try {
            look.accept(settings);
            return settings;
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("--server-setting: " + refused.getMessage(), refused);
        }
    }

    /** Returns the parts of an arrangement for people, without those that are empty. */
    static String join(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining(", "));
    }

    /** Returns a text for people such as {@code with a=1, b=2}; empty if there are no settings. */
    static String words(Map<String, String> settings) {
        return settings.isEmpty()
                ? ""
                : settings.entrySet().stream()
                        .map(setting -> setting.getKey() + "=" + setting.getValue())
                        .collect(Collectors.joining(", ", "with ", ""));
    }
}
