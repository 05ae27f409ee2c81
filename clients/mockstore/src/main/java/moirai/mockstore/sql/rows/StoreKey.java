package moirai.mockstore.sql.rows;

/** A key of the store by which a database of tables reads and writes. */
public sealed interface StoreKey {

    /** The key for a column of a row. */
    record Cell(String table, RowKey row, String column) implements StoreKey {

        /** Returns a text such as {@code account(1).balance}. */
        @Override
        public String toString() {
            return table + "(" + row + ")." + column;
        }
    }

    /** The key that says whether a row is in its table. */
    record Membership(String table, RowKey row) implements StoreKey {

        /** Returns a text such as {@code account(1)}. */
        @Override
        public String toString() {
            return table + "(" + row + ")";
        }
    }

    /**
     * The key for all rows of a table whose keys begin with a prefix. A transaction that searches these rows reads
     * this key, and a transaction that adds such a row writes it. {@link TableRows} describes when this is needed.
     */
    record Range(String table, RowKey prefix) implements StoreKey {

        /** Returns a text such as {@code account(1,*)}. */
        @Override
        public String toString() {
            return table + "(" + (prefix.values().isEmpty() ? "" : prefix + ",") + "*)";
        }
    }

    /** The key that says which row has certain values in the columns of a unique constraint. */
    record UniqueEntry(String table, String constraint, RowKey values) implements StoreKey {

        /** Returns a text such as {@code account.account_email_key(a@b.c)}. */
        @Override
        public String toString() {
            return table + "." + constraint + "(" + values + ")";
        }
    }

    /**
     * The key for the lock of a row, in a store with a guide or at a level below snapshots. A transaction that takes
     * the lock reads this key from the previous holder, and writes it. So transactions that lock a row are ordered,
     * whatever else they do to it.
     */
    record RowLock(String table, RowKey row) implements StoreKey {

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
}
