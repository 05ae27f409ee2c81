package moirai.mockstore.sql.change;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import moirai.mockstore.locks.LockMode;
import moirai.mockstore.sql.plan.Row;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.types.SqlNull;
import moirai.mockstore.sql.types.SqlOrder;

/** A table whose rows are changed, with the tables that its foreign keys connect it to. */
final class ChangedTable {

    private final Table table;
    private final List<KeySchema> uniques;
    private final Map<Integer, ColumnDefault.OfColumns> generated = new TreeMap<>();
    private final List<Parent> parents;
    private final List<Catalog.Reference> references;
    private final Catalog catalog;
    private final Storage storage;
    /** A cache of the referring tables by name. */
    private final Map<String, ChangedTable> children = new ConcurrentHashMap<>();

    /** A table that rows of this one refer to. */
    record Parent(ForeignKeySchema foreignKey, Table table) {}

    /** A table whose rows refer to rows of this one. */
    record Child(ForeignKeySchema foreignKey, ChangedTable target) {}

    ChangedTable(Table table, Catalog catalog, Storage storage) {
        this.table = table;
        this.catalog = catalog;
        this.storage = storage;
        this.uniques =
                table.schema().allKeys().stream().filter(key -> !key.primary()).toList();
        this.parents = table.schema().foreignKeys().stream()
                .map(key -> new Parent(key, table(key.target())))
                .toList();
        for (int column = 0; column < table.schema().columns().size(); column++) {
            if (table.schema().column(column).defaultValue() instanceof ColumnDefault.OfColumns from) {
                generated.put(column, from);
            }
        }
        this.references = catalog.references(table.schema().name());
    }

    /** Returns columns that change with others: these, and those that are generated from them. */
    Set<Integer> withGenerated(Set<Integer> columns) {
        var all = new TreeSet<>(columns);
        generated.forEach((column, from) -> {
            if (from.columns().stream().anyMatch(columns::contains)) {
                all.add(column);
            }
        });
        return all;
    }

    /** Returns the columns whose values follow from others. */
    Map<Integer, ColumnDefault.OfColumns> generated() {
        return generated;
    }

    Table table() {
        return table;
    }

    /** Returns the unique constraints besides the primary key. */
    List<KeySchema> uniques() {
        return uniques;
    }

    /** Returns the lock that a change of columns of a row needs: a stronger one if it changes a key. */
    LockMode mode(Row before, Map<Integer, Object> changes) {
        boolean changesKey = changes.entrySet().stream()
                .filter(change -> isOfKey(change.getKey()))
                .anyMatch(change -> !isSame(before.column(change.getKey()), change.getValue()));
        return changesKey ? LockMode.CHANGE : LockMode.NO_KEY_CHANGE;
    }

    /** Returns the lock that a change of columns needs if nothing is known of their values. */
    LockMode mode(Set<Integer> columns) {
        return columns.stream().anyMatch(this::isOfKey) ? LockMode.CHANGE : LockMode.NO_KEY_CHANGE;
    }

    private boolean isOfKey(int column) {
        return table.schema().keys().stream().anyMatch(key -> key.columns().contains(column));
    }

    static boolean isSame(Object one, Object other) {
        return one.equals(other) || (one != SqlNull.NULL && other != SqlNull.NULL && SqlOrder.compare(one, other) == 0);
    }

    List<Parent> parents() {
        return parents;
    }

    boolean isReferredTo() {
        return !references.isEmpty();
    }

    List<Child> children() {
        return references.stream()
                .map(reference -> new Child(
                        reference.foreignKey(), child(reference.table().name())))
                .toList();
    }

    private ChangedTable child(String name) {
        if (name.equals(table.schema().name())) {
            return this;
        }
        return children.computeIfAbsent(name, absent -> new ChangedTable(table(name), catalog, storage));
    }

    private Table table(String name) {
        return new Table(catalog.table(name), storage.of(name));
    }
}
