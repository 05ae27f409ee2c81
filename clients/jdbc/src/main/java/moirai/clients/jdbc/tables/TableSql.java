package moirai.clients.jdbc.tables;

/**
 * The statements on one table. All parameters are integers.
 *
 * @param read one text of integers between commas, or one number, or none; parameter: key
 * @param scan keys of a range with the same; parameters: first key, last key
 * @param upsert appends, writes or adds; parameters: key, key, element
 * @param update the same to a row that is there; parameters: element, key
 * @param insert makes a row; parameters: key, key, element
 */
public record TableSql(String table, String read, String scan, String upsert, String update, String insert) {

    /** The prefix of every table of ours. */
    public static final String PREFIX = "moirai_append";

    static TableSql of(ListStorage storage, Grammar grammar, int index) {
        var table = PREFIX + index;
        var found = storage.key() == ListKey.PRIMARY ? "id" : "sk";
        var cell = Cell.of(storage);
        // Only where ON CONFLICT needs it has the table another name in an INSERT.
        var insert = "INSERT INTO " + table + (grammar.upsert() == Grammar.Upsert.ON_CONFLICT ? " AS t" : "")
                + " (id, sk, val) VALUES (?, ?, " + cell.first(grammar) + ")";
        var lock = switch (storage.readLock()) {
            case NONE -> "";
            case FOR_UPDATE -> " FOR UPDATE";
        };
        return new TableSql(
                table,
                "SELECT " + cell.read() + " FROM " + table + " WHERE " + found + " = ?" + lock,
                "SELECT " + found + ", " + cell.read() + " FROM " + table + " WHERE " + found + " BETWEEN ? AND ?"
                        + lock,
                switch (grammar.upsert()) {
                    case ON_CONFLICT ->
                        insert + " ON CONFLICT (id) DO UPDATE SET val = " + cell.joined("t.val", "EXCLUDED.val")
                                + " WHERE t." + found + " = EXCLUDED." + found;
                    case MERGE -> merge(table, found, cell.first(grammar), cell.joined("t.val", "n.val"));
                    // It finds the row by its primary key, whichever column the rest goes by.
                    case ON_DUPLICATE_KEY ->
                        insert + " ON DUPLICATE KEY UPDATE val = " + cell.joined("val", "VALUES(val)");
                },
                "UPDATE " + table + " SET val = " + cell.changed(grammar) + " WHERE " + found + " = ?",
                insert);
    }

    /** Returns the standard's way to change a row that may not exist yet. */
    private static String merge(String table, String found, String first, String joined) {
        return "MERGE INTO " + table + " AS t USING (VALUES (CAST(? AS integer), CAST(? AS integer), " + first
                + ")) AS n (id, sk, val) ON t." + found + " = n." + found + " WHEN MATCHED THEN UPDATE SET val = "
                + joined + " WHEN NOT MATCHED THEN INSERT (id, sk, val) VALUES (n.id, n.sk, n.val)";
    }

    /** Returns the statement that writes a register that is there if it holds a value; parameters: new, key, old. */
    public String compareAndSet() {
        return update + " AND val = ?";
    }

    /** Returns the statement that makes the table, empty. */
    public String create(ListStorage storage, Grammar grammar) {
        return "CREATE TABLE " + table + " (id integer NOT NULL PRIMARY KEY, sk integer NOT NULL, val "
                + Cell.of(storage).type(grammar) + " NOT NULL)" + grammar.tableOptions();
    }

    /** Returns a query for the number of rows with this key or a greater one. */
    public String keysFrom(int key) {
        return "SELECT count(*) FROM " + table + " WHERE id >= " + key;
    }

    /** Returns the statement that makes the second column's index. */
    public String index(Grammar grammar) {
        return "CREATE INDEX " + (grammar.namesIndexes() ? table + "_sk " : "") + "ON " + table + " (sk)";
    }
}
