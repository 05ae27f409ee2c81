package moirai.mockstore.sql.change;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.rows.Table;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.KeySchema;

/** A table whose rows are changed, with the tables that its foreign keys connect it to. */
final class ChangedTable {

    private final Table table;
    private final List<KeySchema> uniques;
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
                table.schema().keys().stream().filter(key -> !key.primary()).toList();
        this.parents = table.schema().foreignKeys().stream()
                .map(key -> new Parent(key, table(key.target())))
                .toList();
        this.references = catalog.references(table.schema().name());
    }

    Table table() {
        return table;
    }

    /** Returns the unique constraints besides the primary key. */
    List<KeySchema> uniques() {
        return uniques;
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
