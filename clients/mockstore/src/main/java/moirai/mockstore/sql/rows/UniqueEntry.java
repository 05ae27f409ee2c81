package moirai.mockstore.sql.rows;

/** The key of the store that says which row has certain values in the columns of a unique constraint. */
public record UniqueEntry(String table, String constraint, RowKey values) {

    /** Such as {@code account.account_email_key(a@b.c)}. */
    @Override
    public String toString() {
        return table + "." + constraint + "(" + values + ")";
    }
}
