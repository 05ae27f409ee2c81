package moirai.mockstore.sql.rows;

/** The store's key that says whether a row is in its table. */
public record Membership(String table, RowKey row) {

    /** Returns a text such as {@code account(1)}. */
    @Override
    public String toString() {
        return table + "(" + row + ")";
    }
}
