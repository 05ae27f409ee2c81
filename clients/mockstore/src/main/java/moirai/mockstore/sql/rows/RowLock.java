package moirai.mockstore.sql.rows;

/**
 * The store's key for the lock of a row in a store with a guide. A transaction that takes the lock reads this key from
 * the previous holder, and writes it. So transactions that lock a row are ordered, whatever else they do to the row.
 */
record RowLock(String table, RowKey row) {

    /** The value of a lock. */
    enum State {
        TAKEN;

        @Override
        public String toString() {
            return "taken";
        }
    }

    /** Returns a text such as {@code lock of account(1)}. */
    @Override
    public String toString() {
        return "lock of " + table + "(" + row + ")";
    }
}
