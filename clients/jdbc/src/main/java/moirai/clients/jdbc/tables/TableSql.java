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

    static TableSql of(ListStorage storage, int index) {
        var table = PREFIX + index;
        var found = storage.key() == ListKey.PRIMARY ? "id" : "sk";
        var insert = "INSERT INTO " + table + " AS t (id, sk, val) VALUES (?, ?, " + list(storage.encoding()) + ")";
        var lock = switch (storage.readLock()) {
            case NONE -> "";
            case FOR_UPDATE -> " FOR UPDATE";
        };
        return new TableSql(
                table,
                "SELECT " + text(storage.encoding()) + " FROM " + table + " WHERE " + found + " = ?" + lock,
                "SELECT " + found + ", " + text(storage.encoding()) + " FROM " + table + " WHERE " + found
                        + " BETWEEN ? AND ?" + lock,
                insert + " ON CONFLICT (id) DO UPDATE SET val = " + joined(storage.encoding()) + " WHERE t." + found
                        + " = EXCLUDED." + found,
                "UPDATE " + table + " SET val = " + longer(storage.encoding()) + " WHERE " + found + " = ?",
                insert);
    }

    /** Makes the table, empty. */
    public String create(ListEncoding encoding) {
        return "CREATE TABLE " + table + " (id integer NOT NULL PRIMARY KEY, sk integer NOT NULL, val " + type(encoding)
                + " NOT NULL)";
    }

    /** Makes the second column's index. */
    public String index() {
        return "CREATE INDEX ON " + table + " (sk)";
    }

    private static String type(ListEncoding encoding) {
        return switch (encoding) {
            case TEXT -> "text";
            case ARRAY -> "integer[]";
        };
    }

    /** A list of one element. */
    private static String list(ListEncoding encoding) {
        return switch (encoding) {
            case TEXT -> "CAST(CAST(? AS integer) AS text)";
            case ARRAY -> "ARRAY[CAST(? AS integer)]";
        };
    }

    private static String joined(ListEncoding encoding) {
        return switch (encoding) {
            case TEXT -> "CONCAT(t.val, ',', EXCLUDED.val)";
            case ARRAY -> "t.val || EXCLUDED.val";
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
