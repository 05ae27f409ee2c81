package moirai.mockstore.sql.define;

import moirai.mockstore.StoreException;

/** Thrown where a definition is only possible while a table has no rows: the table may be filled anew after it. */
public final class TouchedTable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String table;
    private final StoreException refusal;

    TouchedTable(String table, StoreException refusal) {
        super(refusal);
        this.table = table;
        this.refusal = refusal;
    }

    /** Returns the name of the table. */
    public String table() {
        return table;
    }

    /** Returns the error if the table cannot be filled anew. */
    public StoreException refusal() {
        return refusal;
    }
}
