package moirai.mockstore.wire.startup;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.mockstore.StoreException;

/** The settings in a client's first message: each as a parameter, or several as options of a command line. */
final class StartupSettings {

    /** The parameters that are no settings, or are handled elsewhere. */
    private static final Set<String> OTHERS = Set.of("user", "database", "options", "replication");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]*");

    private StartupSettings() {}

    /**
     * Returns all settings, by name; a parameter takes precedence over an option.
     *
     * @throws StoreException if an option is malformed (SQLSTATE 42601), or a name is not that of a setting (42704)
     */
    static Map<String, String> of(Map<String, String> parameters) {
        Map<String, String> settings = new LinkedHashMap<>();
        List<String> words = words(parameters.getOrDefault("options", ""));
        for (int index = 0; index < words.size(); index++) {
            String word = words.get(index);
            if (word.equals("-c") && index + 1 < words.size()) {
                index++;
                put(settings, words.get(index));
            } else if (word.startsWith("-c")) {
                put(settings, word.substring(2));
            } else if (word.startsWith("--")) {
                put(settings, word.substring(2));
            } else {
                throw new StoreException("42601", "option " + word + " is not supported; accepted is -c name=value");
            }
        }
        parameters.forEach((name, value) -> {
            if (!OTHERS.contains(name) && !name.startsWith("_pq_.")) {
                settings.put(named(name), value);
            }
        });
        return settings;
    }

    private static void put(Map<String, String> settings, String option) {
        int equals = option.indexOf('=');
        if (equals < 0) {
            throw new StoreException("42601", "option " + option + " has no value; accepted is -c name=value");
        }
        settings.put(named(option.substring(0, equals).replace('-', '_')), option.substring(equals + 1));
    }

    private static String named(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new StoreException("42704", "unrecognized configuration parameter \"" + name + "\"");
        }
        return name;
    }

    /** Splits options at blanks; a backslash escapes the next character. */
    private static List<String> words(String options) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        for (int at = 0; at <= options.length(); at++) {
            char next = at < options.length() ? options.charAt(at) : ' ';
            if (next == '\\' && at + 1 < options.length()) {
                at++;
                word.append(options.charAt(at));
            } else if (!Character.isWhitespace(next)) {
                word.append(next);
            } else if (!word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        return words;
    }
}
