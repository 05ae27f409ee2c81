package moirai.mockstore.sql.rows;

/**
 * The store's key for all rows of a table whose keys begin with a prefix. A transaction that searches these rows reads
 * this key, and a transaction that adds such a row writes it. {@link TableRows} describes when this is needed.
 */
public record Range(String table, RowKey prefix) {

    /** Returns a text such as {@code account(1,*)}. */
    @Override
    public String toString() {
        return table + "(" + (prefix.values().isEmpty() ? "" : prefix + ",") + "*)";
    }
}
