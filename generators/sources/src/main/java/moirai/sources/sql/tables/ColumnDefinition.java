package moirai.sources.sql.tables;

/**
 * The definition of a column in CREATE TABLE.
 *
 * @param type with its size, in the words of the definition
 * @param rest what follows the type, without references to other tables and checks; may be empty
 */
public record ColumnDefinition(String name, String type, String rest) {

    /** Returns whether the column refuses NULL. */
    public boolean isRequired() {
        return rest.toUpperCase(java.util.Locale.ROOT).matches(".*\\b(NOT NULL|PRIMARY KEY)\\b.*");
    }
}
