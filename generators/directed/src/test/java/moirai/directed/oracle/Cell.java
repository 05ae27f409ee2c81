package moirai.directed.oracle;

import java.util.List;

/** A field of a row; the empty field is the row's existence, 0 or 1. */
record Cell(String table, List<Integer> key, String field) {

    Cell with(String other) {
        return new Cell(table, key, other);
    }
}
