package moirai.programs.explored;

/** What a table is kept under. */
sealed interface TableKey {

    /** Holds {@link Ids}. */
    record OfIds(String table) implements TableKey {

        @Override
        public String toString() {
            return table;
        }
    }

    /** Holds the row. */
    record OfRow(String table, Id id) implements TableKey {

        @Override
        public String toString() {
            return table + "(" + id + ")";
        }
    }
}
