package moirai.mockstore.jdbc;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.jdbc.session.Origin;
import org.jspecify.annotations.Nullable;

/**
 * A URL {@code jdbc:moirai:mem:NAME?option=value&option=value}, combined with the properties that were given beside it.
 *
 * @param name of the store; case-sensitive
 * @param user who connects; there is no access control
 * @param options of the store, by name in lower case
 */
record DatabaseUrl(String name, String user, Map<String, String> options) {

    static final String PREFIX = "jdbc:moirai:";

    private static final String IN_MEMORY = PREFIX + "mem:";
    private static final String INVALID = "08001";
    private static final String USER_DEFAULT = "moirai";

    /** Options that connection pools and frameworks give every driver and that do not concern the store. */
    private static final List<String> CLIENT_OPTIONS =
            List.of("user", "password", "applicationname", "logintimeout", "connecttimeout", "sockettimeout");

    DatabaseUrl {
        options = Map.copyOf(new TreeMap<>(options));
    }

    /** Returns whether the URL is for this driver, whether or not it is well-formed. */
    static boolean isOurs(String url) {
        return url.startsWith(PREFIX);
    }

    /**
     * Parses a URL.
     *
     * @param properties further options; those in the URL win
     * @throws SQLException if the URL is malformed (SQLSTATE 08001); the message describes the right form
     */
    static DatabaseUrl parse(String url, @Nullable Properties properties) throws SQLException {
        if (!url.startsWith(IN_MEMORY)) {
            throw SqlErrors.of(INVALID, "'" + url + "' is not a URL of the mock store; write " + IN_MEMORY + "NAME");
        }
        String[] halves = url.substring(IN_MEMORY.length()).split("\\?", 2);
        if (halves[0].isBlank()) {
            throw SqlErrors.of(INVALID, "'" + url + "' names no store; write " + IN_MEMORY + "NAME");
        }
        if (halves[0].contains(";")) {
            throw SqlErrors.of(
                    INVALID, "'" + url + "' has a ';'; write " + IN_MEMORY + "NAME?option=value&option=value");
        }
        var options = new TreeMap<String, String>();
        Properties given = properties == null ? new Properties() : properties;
        for (String name : given.stringPropertyNames()) {
            options.put(name.toLowerCase(Locale.ROOT), given.getProperty(name));
        }
        if (halves.length == 2 && !halves[1].isEmpty()) {
            options.putAll(written(halves[1]));
        }
        String user = options.getOrDefault("user", USER_DEFAULT);
        CLIENT_OPTIONS.forEach(options::remove);
        return new DatabaseUrl(decoded(halves[0]), user, options);
    }

    private static Map<String, String> written(String query) throws SQLException {
        var options = new TreeMap<String, String>();
        for (String option : query.split("&", -1)) {
            String[] halves = option.split("=", 2);
            if (halves.length < 2) {
                throw SqlErrors.of(INVALID, "'" + option + "' is not an option; write name=value");
            }
            String name = decoded(halves[0]).toLowerCase(Locale.ROOT);
            if (options.put(name, decoded(halves[1])) != null) {
                throw SqlErrors.of(INVALID, "the option '" + name + "' is given twice; leave one out");
            }
        }
        return options;
    }

    private static String decoded(String text) throws SQLException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw SqlErrors.of(INVALID, "'" + text + "' has a '%' without two hexadecimal digits; write %25 for one");
        }
    }

    /** Returns the description of the store for its connections. */
    Origin origin() {
        return new Origin(name, toString(), user);
    }

    /** Returns the URL without options. */
    @Override
    public String toString() {
        return IN_MEMORY + name;
    }
}
