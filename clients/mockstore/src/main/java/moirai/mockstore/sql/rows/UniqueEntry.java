package moirai.mockstore.sql.rows;

/** The store's key that says which row has certain values in the columns of a unique constraint. */
public record UniqueEntry(String table, String constraint, RowKey values) {

    /** Returns a text such as {@code account.account_email_key(a@b.c)}. */
    @Override
    public String toString() {
        return table + "." + constraint + "(" + values + ")";
    }
}
