package moirai.directed.oracle;

import java.util.List;

/** A field of a row; the empty field is the row's existence, 0 or 1. */
record Cell(String table, List<Integer> key, String field) {

    Cell with(String other) {
        return new Cell(table, key, other);
    }

    /** As a record's own, which the first compiler makes slow; cells are looked up millions of times. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Cell(String otherTable, List<Integer> otherKey, String otherField)
                && field.equals(otherField)
                && key.equals(otherKey)
                && table.equals(otherTable);
    }

    @Override
    public int hashCode() {
        return (31 * table.hashCode() + key.hashCode()) * 31 + field.hashCode();
    }
}
