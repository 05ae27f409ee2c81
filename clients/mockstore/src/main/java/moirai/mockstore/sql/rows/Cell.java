package moirai.mockstore.sql.rows;

/** The key of the store for a column of a row. */
public record Cell(String table, RowKey row, String column) {

    /** Such as {@code account(1).balance}. */
    @Override
    public String toString() {
        return table + "(" + row + ")." + column;
    }
}
