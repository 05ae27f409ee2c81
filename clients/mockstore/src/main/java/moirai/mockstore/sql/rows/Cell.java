package moirai.mockstore.sql.rows;

/** The store's key for a column of a row. */
public record Cell(String table, RowKey row, String column) {

    /** Returns a text such as {@code account(1).balance}. */
    @Override
    public String toString() {
        return table + "(" + row + ")." + column;
    }
}
