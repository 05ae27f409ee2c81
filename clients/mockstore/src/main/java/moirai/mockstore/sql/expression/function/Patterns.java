package moirai.mockstore.sql.expression.function;

import static moirai.mockstore.sql.types.SqlType.*;

import moirai.mockstore.StoreException;

/**
 * Implements LIKE and ILIKE; ILIKE compares the texts in lower case. The operators' third argument is the escape
 * character: a string of one character, or empty for none.
 */
final class Patterns {

    private static final int NO_ESCAPE = -1;

    private final int[] text;
    private final int[] pattern;
    private final int escape;

    private Patterns(String text, String pattern, int escape) {
        this.text = text.codePoints().toArray();
        this.pattern = pattern.codePoints().toArray();
        this.escape = escape;
    }

    static void define(Functions functions) {
        for (var left : new moirai.mockstore.sql.types.SqlType[] {TEXT, CHAR}) {
            functions.add("~~", BOOLEAN, arguments -> like(arguments, '\\'), left, TEXT);
            functions.add("~~*", BOOLEAN, arguments -> like(lower(arguments), '\\'), left, TEXT);
            functions.add("~~", BOOLEAN, arguments -> like(arguments, escape(arguments)), left, TEXT, TEXT);
            functions.add(
                    "~~*", BOOLEAN, arguments -> like(lower(arguments), escape(lower(arguments))), left, TEXT, TEXT);
        }
    }

    private static Object[] lower(Object[] arguments) {
        var lowered = new Object[arguments.length];
        for (int at = 0; at < arguments.length; at++) {
            lowered[at] = TextFunctions.lower((String) arguments[at]);
        }
        return lowered;
    }

    private static int escape(Object[] arguments) {
        String escape = (String) arguments[2];
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw new StoreException(
                    "22025", "invalid escape string: \"" + escape + "\" is not empty or one character");
        }
        return escape.isEmpty() ? NO_ESCAPE : escape.codePointAt(0);
    }

    private static boolean like(Object[] arguments, int escape) {
        return new Patterns((String) arguments[0], (String) arguments[1], escape).matches();
    }

    /**
     * Returns whether the text matches the pattern. After a mismatch it goes back to the last {@code %} and lets it
     * stand for one more character. O(text × pattern).
     */
    private boolean matches() {
        int at = 0;
        int in = 0;
        int retryAt = -1;
        int retryIn = -1;
        while (true) {
            if (in < pattern.length && pattern[in] == '%' && pattern[in] != escape) {
                retryIn = ++in;
                retryAt = at;
                if (in == pattern.length) {
                    return true;
                }
                continue;
            }
            if (at == text.length) {
                return in == pattern.length;
            }
            int width = in < pattern.length ? widthIfMatching(at, in) : 0;
            if (width > 0) {
                at++;
                in += width;
            } else if (retryIn >= 0) {
                at = ++retryAt;
                in = retryIn;
            } else {
                return false;
            }
        }
    }

    /** Returns how many characters of the pattern match the text's character; 0 if they do not. */
    private int widthIfMatching(int at, int in) {
        if (pattern[in] == escape) {
            if (in + 1 == pattern.length) {
                throw new StoreException("22025", "LIKE pattern must not end with escape character");
            }
            return pattern[in + 1] == text[at] ? 2 : 0;
        }
        return pattern[in] == '_' || pattern[in] == text[at] ? 1 : 0;
    }
}
