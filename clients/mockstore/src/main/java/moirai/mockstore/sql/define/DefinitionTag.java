package moirai.mockstore.sql.define;

import java.util.Locale;
import java.util.Set;
import moirai.mockstore.sql.syntax.Words;

/** The tag of a definition, by which PostgreSQL's messages call it. */
public final class DefinitionTag {

    /** The words between the verb and the kind of what is defined. */
    private static final Set<String> BETWEEN = Set.of(
            "or", "replace", "unique", "temporary", "temp", "local", "global", "unlogged", "recursive", "trusted");

    private DefinitionTag() {}

    /** Returns the tag of a definition, such as {@code CREATE TABLE}. */
    public static String of(String sql) {
        Words words = Words.of(sql);
        String verb = words.take().toUpperCase(Locale.ROOT);
        if (!Set.of("CREATE", "ALTER", "DROP").contains(verb)) {
            return verb;
        }
        while (BETWEEN.contains(words.peek().toLowerCase(Locale.ROOT))) {
            words.take();
        }
        return verb + " " + words.peek();
    }
}
