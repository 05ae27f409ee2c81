package moirai.programs.explored;

/** A key of the store, which holds a part of a table. */
sealed interface TableKey {

    /** The key that holds the {@link Ids} of a table. */
    record OfIds(String table) implements TableKey {

        @Override
        public String toString() {
            return table;
        }
    }

    /** The key that holds a row. */
    record OfRow(String table, Id id) implements TableKey {

        @Override
        public String toString() {
            return table + "(" + id + ")";
        }
    }
}
