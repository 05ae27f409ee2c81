package moirai.mockstore.sql.expression.syntax;

import java.util.Locale;

/** Reads names as PostgreSQL does. */
public final class Identifiers {

    private Identifiers() {}

    /** Returns a name in lower case, as an unquoted name is folded. */
    public static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns an unquoted name in lower case, or a quoted name without its quotes. */
    public static String folded(String name) {
        return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
                ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
                : lower(name);
    }
}
