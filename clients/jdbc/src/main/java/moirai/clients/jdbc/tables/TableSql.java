package moirai.clients.jdbc.tables;

/**
 * The statements on one table. All parameters are integers.
 *
 * @param read one text of integers between commas, or none; parameter: key
 * @param scan keys of a range with such texts; parameters: first key, last key
 * @param upsert appends; parameters: key, key, element
 * @param update appends to a list that is there; parameters: element, key
 * @param insert makes a list of one element; parameters: key, key, element
 */
public record TableSql(String table, String read, String scan, String upsert, String update, String insert) {

    /** What every table of ours begins with. */
    public static final String PREFIX = "moirai_append";

    static TableSql of(ListStorage storage, Grammar grammar, int index) {
        var table = PREFIX + index;
        var found = storage.key() == ListKey.PRIMARY ? "id" : "sk";
        var list = list(storage.encoding(), grammar);
        // Only where ON CONFLICT needs it has the table another name in an INSERT.
        var insert = "INSERT INTO " + table + (grammar.hasOnConflict() ? " AS t" : "") + " (id, sk, val) VALUES (?, ?, "
                + list + ")";
        var lock = switch (storage.readLock()) {
            case NONE -> "";
            case FOR_UPDATE -> " FOR UPDATE";
        };
        return new TableSql(
                table,
                "SELECT " + text(storage.encoding()) + " FROM " + table + " WHERE " + found + " = ?" + lock,
                "SELECT " + found + ", " + text(storage.encoding()) + " FROM " + table + " WHERE " + found
                        + " BETWEEN ? AND ?" + lock,
                grammar.hasOnConflict()
                        ? insert + " ON CONFLICT (id) DO UPDATE SET val = " + joined(storage.encoding(), "EXCLUDED")
                                + " WHERE t." + found + " = EXCLUDED." + found
                        : merge(table, found, list, joined(storage.encoding(), "n")),
                "UPDATE " + table + " SET val = " + longer(storage.encoding()) + " WHERE " + found + " = ?",
                insert);
    }

    /** The standard's way to append to a row that may not be there yet. */
    private static String merge(String table, String found, String list, String joined) {
        return "MERGE INTO " + table + " AS t USING (VALUES (CAST(? AS integer), CAST(? AS integer), " + list
                + ")) AS n (id, sk, val) ON t." + found + " = n." + found + " WHEN MATCHED THEN UPDATE SET val = "
                + joined + " WHEN NOT MATCHED THEN INSERT (id, sk, val) VALUES (n.id, n.sk, n.val)";
    }

    /** Makes the table, empty. */
    public String create(ListEncoding encoding, Grammar grammar) {
        return "CREATE TABLE " + table + " (id integer NOT NULL PRIMARY KEY, sk integer NOT NULL, val "
                + type(encoding, grammar) + " NOT NULL)";
    }

    /** Makes the second column's index. */
    public String index(Grammar grammar) {
        return "CREATE INDEX " + (grammar.namesIndexes() ? table + "_sk " : "") + "ON " + table + " (sk)";
    }

    private static String type(ListEncoding encoding, Grammar grammar) {
        return switch (encoding) {
            case TEXT -> grammar.text();
            case ARRAY -> "integer[]";
        };
    }

    /** A list of one element. */
    private static String list(ListEncoding encoding, Grammar grammar) {
        return switch (encoding) {
            case TEXT -> "CAST(CAST(? AS integer) AS " + grammar.text() + ")";
            case ARRAY -> "ARRAY[CAST(? AS integer)]";
        };
    }

    /** The list that is there with the new one behind it. */
    private static String joined(ListEncoding encoding, String added) {
        return switch (encoding) {
            case TEXT -> "CONCAT(t.val, ',', " + added + ".val)";
            case ARRAY -> "t.val || " + added + ".val";
        };
    }

    private static String longer(ListEncoding encoding) {
        return switch (encoding) {
            case TEXT -> "CONCAT(val, ',', CAST(? AS integer))";
            case ARRAY -> "val || CAST(? AS integer)";
        };
    }

    private static String text(ListEncoding encoding) {
        return switch (encoding) {
            case TEXT -> "val";
            // The driver would make an object of each element.
            case ARRAY -> "array_to_string(val, ',')";
        };
    }
}
