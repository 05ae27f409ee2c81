package moirai.mockstore.sql.rows;

/** A key of the store by which a database of tables reads and writes. */
public sealed interface StoreKey {

    /** Returns the label of the table. */
    String table();

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
     * The key that says where a row is now, of which an UPDATE has changed the primary key. Only at levels of
     * statements, where who waits for a row follows it.
     *
     * @param birth the value of the row's {@link Membership}
     */
    record Place(String table, RowKey row, Object birth) implements StoreKey {

        /** Returns a text such as {@code place of account(1)}. */
        @Override
        public String toString() {
            return "place of " + table + "(" + row + ")";
        }
    }

    /**
     * The value of the {@link Membership} of a row at a level of statements. Each inserted row has another one, so that
     * who waits for a row does not take one that was inserted in its place.
     */
    final class Birth {

        /** Returns the text of the value at other levels. */
        @Override
        public String toString() {
            return "true";
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

    /**
     * The key for those rows of a {@link Range} that have a value in a column. A transaction that searches them by the
     * value reads this key, and a transaction that gives the value to a row writes it.
     *
     * @param value in the form that {@link ColumnIndex} gives it
     */
    record ValueRange(String table, String column, Object value, RowKey prefix) implements StoreKey {

        /** Returns a text such as {@code account(*).owner=ann}. */
        @Override
        public String toString() {
            return new Range(table, prefix) + "." + column + "=" + value;
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
