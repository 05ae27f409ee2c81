package moirai.mockstore.jdbc.metadata;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that metadata searches names with: {@code %} matches any text, {@code _} any character, and a backslash
 * escapes either.
 */
record NamePattern(Pattern regex) {

    private static final Pattern SPECIAL = Pattern.compile("\\\\(.)|(%)|(_)|(.)");

    /** Returns a pattern; null matches any name. */
    static NamePattern of(@Nullable String like) {
        String text = like == null ? "%" : like;
        String regex = SPECIAL.matcher(text).replaceAll(found -> Matcher.quoteReplacement(piece(found)));
        return new NamePattern(Pattern.compile(regex, Pattern.DOTALL));
    }

    private static String piece(MatchResult found) {
        if (found.group(2) != null) {
            return ".*";
        }
        if (found.group(3) != null) {
            return ".";
        }
        String literal = found.group(1) == null ? found.group(4) : found.group(1);
        return Pattern.quote(literal);
    }

    boolean matches(String name) {
        return regex.matcher(name).matches();
    }
}
