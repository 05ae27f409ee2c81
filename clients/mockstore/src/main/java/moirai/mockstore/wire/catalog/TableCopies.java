package moirai.mockstore.wire.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.QualifiedNames;
import moirai.mockstore.wire.protocol.CopyText;

/**
 * Copies of tables at the server, with rows of the store. They are temporary tables, which hide the empty originals
 * from names without a schema; names with a schema are written anew. Temporary views hide the views, so that these are
 * computed from the copies as well.
 *
 * @param tables by name, with the schema
 */
record TableCopies(DefinedCatalog catalog, List<String> tables, List<DefinedCatalog.View> views) {

    /** Returns all rows of the copy of a table. */
    static List<List<Object>> contents(BackendConnection current, String table) {
        return current.query("SELECT * FROM " + name(table));
    }

    /** A computation of the server from copies of tables. */
    interface Computation {

        List<BackendMessage> of(BackendConnection current, List<String> tables, CatalogQuestion question);
    }

    TableCopies {
        tables = List.copyOf(tables);
        views = List.copyOf(views);
    }

    /**
     * Chooses what is copied. Of several views of the same name that one is hidden which the search path finds.
     *
     * @throws StoreException if two of the tables have the same name in different schemas (SQLSTATE 0A000)
     */
    static TableCopies of(DefinedCatalog catalog, List<String> tables, List<DefinedCatalog.View> views) {
        Set<String> names = new LinkedHashSet<>();
        for (String table : tables) {
            if (!names.add(Identifiers.bare(table))) {
                throw new StoreException(
                        "0A000",
                        "this query is not supported: it reads two tables of the name " + Identifiers.bare(table)
                                + ", of different schemas");
            }
        }
        var hidden = new TreeMap<String, DefinedCatalog.View>();
        for (DefinedCatalog.View view : views) {
            String name = Identifiers.bare(view.name());
            if (!names.contains(name) && !hasTemporary(catalog, name) && isBefore(view, hidden.get(name))) {
                hidden.put(name, view);
            }
        }
        return new TableCopies(
                catalog, tables, views.stream().filter(hidden::containsValue).toList());
    }

    private static boolean isBefore(
            DefinedCatalog.View view, DefinedCatalog.@org.jspecify.annotations.Nullable View other) {
        return other == null || place(view) < place(other);
    }

    /** Returns whether the session of this thread has a temporary table of this name, without a schema. */
    private static boolean hasTemporary(DefinedCatalog catalog, String name) {
        return catalog.find(Identifiers.inSchema(SearchPath.current().temporary(), name))
                .isPresent();
    }

    private static int place(DefinedCatalog.View view) {
        List<String> schemas = SearchPath.current().schemas();
        int place = schemas.indexOf(Identifiers.schema(view.name()));
        return place < 0 ? schemas.size() : place;
    }

    /** Makes the copies, in a transaction of the server that is rolled back later. */
    void create(BackendConnection current, List<SqlResult> contents) {
        var made = new ArrayList<String>();
        for (int table = 0; table < tables.size(); table++) {
            made.add(create(current, tables.get(table)));
            current.copy("COPY " + made.getLast() + " FROM STDIN", CopyText.write(contents.get(table)));
        }
        for (DefinedCatalog.View view : views) {
            current.query("CREATE TEMPORARY VIEW " + name(view.name()) + " AS " + renamed(view.query()));
        }
    }

    /** Makes an empty copy of a table, with its primary key alone; returns its name as it has to be written. */
    private String create(BackendConnection current, String table) {
        TableSchema schema = catalog.table(table);
        String copy = name(table);
        String original = Identifiers.quoted(table);
        if (hasTemporary(catalog, Identifiers.bare(table))) {
            String hidden = "moirai hidden " + Identifiers.bare(table);
            current.query("ALTER TABLE " + copy + " RENAME TO " + Identifiers.literal(hidden));
            original = SearchPath.PERMANENT.has(table) ? original : name(Identifiers.inSchema("any", hidden));
        }
        String key = schema.primaryKey().stream()
                .map(column -> Identifiers.literal(schema.column(column).name()))
                .collect(Collectors.joining(", "));
        current.query("CREATE TEMPORARY TABLE " + copy + " (LIKE " + original
                + (key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")") + ") ON COMMIT DROP");
        return copy;
    }

    /** Returns the name of the copy of a table, as it has to be written. */
    static String name(String table) {
        return SearchPath.OWN_TEMPORARY + "." + Identifiers.literal(Identifiers.bare(table));
    }

    /** Returns a statement in which the names of what is copied mean the copies. */
    String renamed(String sql) {
        return QualifiedNames.replace(sql, (schema, name) -> {
            String qualified = Identifiers.inSchema(schema, name);
            boolean isCopied = tables.contains(qualified)
                    || views.stream().anyMatch(view -> view.name().equals(qualified));
            return isCopied ? Optional.of(name(qualified)) : Optional.empty();
        });
    }
}
