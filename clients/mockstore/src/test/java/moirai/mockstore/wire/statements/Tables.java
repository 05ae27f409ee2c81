package moirai.mockstore.wire.statements;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What the generator takes for the tables of both databases. Where it is wrong, statements fail on both. */
final class Tables {

    record Column(String name, Kind kind) {

        Column renamed(String other) {
            return new Column(other, kind);
        }
    }

    /** A table; its first column is {@code id}, the primary key. */
    record Table(String name, List<Column> columns) {

        /** Returns the columns as an expression names them. */
        List<Column> qualified(String alias) {
            return columns.stream()
                    .map(column -> column.renamed(alias + "." + column.name))
                    .toList();
        }
    }

    private final Random random;
    private final List<Table> tables = new ArrayList<>();

    Tables(Random random) {
        this.random = random;
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    int size() {
        return tables.size();
    }

    /** Returns to what {@link #all()} was. */
    void restore(List<Table> former) {
        tables.clear();
        tables.addAll(former);
    }

    List<Table> all() {
        return List.copyOf(tables);
    }

    Table any() {
        return tables.get(random.nextInt(tables.size()));
    }

    void add(Table table) {
        tables.removeIf(known -> known.name.equals(table.name));
        tables.add(table);
    }

    void remove(Table table) {
        tables.remove(table);
    }

    void replace(Table old, Table changed) {
        tables.set(tables.indexOf(old), changed);
    }
}
