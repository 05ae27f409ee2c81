package moirai.mockstore.sql;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.define.TouchedTable;
import moirai.mockstore.sql.rows.Storage;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.SearchPath;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;

/** A definition that is only possible on a table without rows, whose rows are put back afterwards. */
record Refilling(SqlDatabase database, TouchedTable touched, Supplier<String> definition) {

    /**
     * Executes a definition on a table without rows, and then puts its rows back: within the session's transaction if
     * that knows all of them, and else between two checkpoints, as all are committed.
     *
     * @throws StoreException if another transaction is pending, or a row does not satisfy the definition
     */
    String refill(SqlSession current) {
        if (database.isLockStep()) {
            // The rows would wait for their turns, and the others for the definition.
            throw touched.refusal();
        }
        if (current.knowsAll(touched.table())) {
            return refilled(current);
        }
        try {
            database.store().checkpoint();
        } catch (StoreException pending) {
            throw touched.refusal();
        }
        try (SqlSession session = database.session()) {
            session.evaluateForeign(current.foreign());
            session.execute("BEGIN");
            String tag = refilled(session);
            session.execute("COMMIT");
            database.store().checkpoint();
            return tag;
        }
    }

    String refilled(SqlSession session) {
        Catalog catalog = database.catalog();
        Storage storage = database.storage();
        String name = Identifiers.quoted(touched.table());
        SqlResult rows = session.execute("SELECT * FROM " + name);
        storage.begin(touched.table());
        catalog.replace(catalog.table(touched.table()));
        String tag;
        try {
            tag = definition.get();
        } catch (TouchedTable another) {
            throw another.refusal();
        }
        // While there are no rows.
        database.index(scope());
        TableSchema table = catalog.table(touched.table());
        catalog.replace(table.refillable());
        fill(session, name, table, rows);
        catalog.replace(table);
        // They were deferred while rows were put back, since a row may refer to a later one.
        session.checkNow(table.foreignKeys().stream()
                .filter(key -> !key.isDeferred())
                .map(ForeignKeySchema::name)
                .collect(Collectors.toSet()));
        return tag;
    }

    /** Returns the scope of the table. */
    private SearchPath.Scope scope() {
        return SearchPath.PERMANENT.has(touched.table())
                ? SearchPath.PERMANENT
                : SearchPath.current().own();
    }

    /** Inserts the former rows; what is generated now is computed anew. */
    private static void fill(SqlSession session, String name, TableSchema table, SqlResult rows) {
        List<Integer> kept = IntStream.range(0, rows.columns().size())
                .filter(place -> table.find(rows.columns().get(place).label()).stream()
                        .noneMatch(column -> table.column(column).isGenerated()))
                .boxed()
                .toList();
        String columns = kept.stream()
                .map(place -> Identifiers.literal(rows.columns().get(place).label()))
                .collect(Collectors.joining(", "));
        Insertion.of(
                session,
                name,
                columns,
                rows.rows().stream()
                        .map(row -> kept.stream().<Object>map(row::get).toList())
                        .toList());
    }
}
