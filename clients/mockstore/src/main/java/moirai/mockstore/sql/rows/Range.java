package moirai.mockstore.sql.rows;

/**
 * The key of the store for all rows of a table whose keys begin so: who looked for them read it, and who added one
 * wrote it. See {@link TableRows} for when it is needed.
 */
public record Range(String table, RowKey prefix) {

    /** Such as {@code account(1,*)}. */
    @Override
    public String toString() {
        return table + "(" + (prefix.values().isEmpty() ? "" : prefix + ",") + "*)";
    }
}
