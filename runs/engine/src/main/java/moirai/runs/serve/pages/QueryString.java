package moirai.runs.serve.pages;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names and values behind the question mark of an address. A malformed value counts as not said.
 *
 * @param values by name, in their order
 */
record QueryString(Map<String, List<String>> values) {

    QueryString {
        values = Map.copyOf(values);
    }

    static QueryString of(@Nullable String raw) {
        var values = new HashMap<String, List<String>>();
        for (String pair : (raw == null ? "" : raw).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                List<String> all = values.computeIfAbsent(pair.substring(0, equals), name -> new ArrayList<>());
                try {
                    all.add(URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
                } catch (IllegalArgumentException malformed) {
                    all.clear();
                }
            }
        }
        return new QueryString(values);
    }

    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Returns the last value of a name; empty if there is none. */
    String last(String name) {
        List<String> all = all(name);
        return all.isEmpty() ? "" : all.getLast();
    }

    /** Returns the part of an address that says a value, with {@code &} in front; empty if the value is. */
    static String part(String name, String value) {
        return value.isEmpty() ? "" : "&" + name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
