package moirai.runs.products;

import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Variables of servers, as a user gives them. */
final class Settings {

    private Settings() {}

    /**
     * The same settings, after the product's cluster has looked at them.
     *
     * @throws IllegalArgumentException if it does not take one, in words for the user
     */
    static Map<String, String> checked(Map<String, String> settings, Consumer<Map<String, String>> look) {
        try {
            look.accept(settings);
            return settings;
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException("--server-setting: " + refused.getMessage(), refused);
        }
    }

    /** {@code with a=1, b=2}, for people; empty for none. */
    static String words(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "), words -> words.isEmpty() ? "" : "with " + words));
    }
}
