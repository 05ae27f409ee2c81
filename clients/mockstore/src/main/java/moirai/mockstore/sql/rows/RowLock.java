package moirai.mockstore.sql.rows;

/**
 * The key of the store for the lock of a row, where somebody drives the store: who takes the lock reads from the one
 * who took it last, and writes it. So those who lock a row come one after another, whatever else they do to it.
 */
record RowLock(String table, RowKey row) {

    /** What is written. */
    enum State {
        TAKEN;

        @Override
        public String toString() {
            return "taken";
        }
    }

    /** Such as {@code lock of account(1)}. */
    @Override
    public String toString() {
        return "lock of " + table + "(" + row + ")";
    }
}
