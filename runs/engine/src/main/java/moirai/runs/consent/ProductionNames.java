package moirai.runs.consent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The names that look like production. */
public final class ProductionNames {

    /**
     * The words that suggest production, in any case: {@code shop_prod}, {@code prod1.example.com}, {@code LiveDb}; not
     * {@code product}.
     */
    private static final Set<String> WORDS = Set.of("prod", "production", "prd", "live");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}]+|(?<=\\p{Ll})(?=\\p{Lu})");

    /** The pattern of a URL such as {@code jdbc:postgresql://HOST:PORT,HOST:PORT/DATABASE?…}. */
    private static final Pattern URL = Pattern.compile("^[^/?]*//([^/?]*)(?:/([^?;]*))?.*$");

    private static final Pattern PORT = Pattern.compile(":[0-9]+$");

    private ProductionNames() {}

    /** Returns whether one of the name's words is a word that people use for production. */
    public static boolean isOne(String name) {
        return BETWEEN_WORDS.splitAsStream(name).anyMatch(word -> WORDS.contains(word.toLowerCase(Locale.ROOT)));
    }

    /**
     * Returns the names of the hosts and of the database in a URL, without ports; a part that is absent is left out.
     */
    public static List<String> in(String url) {
        var matcher = URL.matcher(url);
        if (!matcher.matches()) {
            // No host: what follows the last colon is the database.
            return List.of(url.substring(url.lastIndexOf(':') + 1).split("\\?", 2)[0]);
        }
        var names = new ArrayList<>(Arrays.stream(matcher.group(1).split(",", -1))
                .map(host -> PORT.matcher(host).replaceAll(""))
                .toList());
        if (matcher.group(2) != null) {
            names.add(matcher.group(2));
        }
        return names.stream().filter(name -> !name.isEmpty()).toList();
    }
}
