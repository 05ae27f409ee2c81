package moirai.mockstore.sql.expression.syntax;

import java.util.Locale;

/** Names as PostgreSQL reads them. */
public final class Identifiers {

    private Identifiers() {}

    /** As what is not quoted is folded. */
    public static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Folded, or without its quotes. */
    public static String folded(String name) {
        return name.length() > 1 && name.startsWith("\"") && name.endsWith("\"")
                ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
                : lower(name);
    }
}
