package moirai.sources.sql.tables;

import java.util.regex.Pattern;

/**
 * A statement of the sources that defines a table, or adds a rule to one.
 *
 * @param table its name without quotes
 * @param text with all rules, and no name of a schema
 */
public record DefiningSql(String table, String text) {

    private static final Pattern BETWEEN_TABLES = Pattern.compile("(?i)\\b(REFERENCES|CHECK)\\b");

    /** Returns whether rows may have to satisfy more than that some of their columns differ from others. */
    public boolean hasMoreThanKeys() {
        return BETWEEN_TABLES.matcher(text).find();
    }

    /** Returns whether this statement makes the table. */
    public boolean isTable() {
        return Schema.isDefinition(text);
    }
}
