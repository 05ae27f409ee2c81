package moirai.mockstore.sql.rows;

/** The key of the store that says whether a row is in its table. */
public record Membership(String table, RowKey row) {

    /** Such as {@code account(1)}. */
    @Override
    public String toString() {
        return table + "(" + row + ")";
    }
}
