package moirai.clients.jdbc.consent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import moirai.clients.Consent;
import moirai.clients.jdbc.owned.Owned;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a database, by its metadata.
 *
 * @param database its name
 * @param hasMark whether the mark's table stands where a run would make its own
 * @param own tables by whose names Moirai's are known, without the mark's
 * @param others all other tables, but for those of the product itself
 */
record TableNames(String database, boolean hasMark, List<String> own, List<String> others) {

    /**
     * The types of tables. Views are left out, because extensions make some for everybody. A driver ignores unknown
     * types.
     */
    private static final String[] TYPES = {
        "TABLE", "BASE TABLE", "PARTITIONED TABLE", "FOREIGN TABLE", "MATERIALIZED VIEW"
    };

    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("information_schema", "pg_catalog", "pg_toast", "mysql", "performance_schema", "sys");

    TableNames {
        own = List.copyOf(own);
        others = List.copyOf(others);
    }

    private record Found(@Nullable String schema, String name) {

        boolean isOwn() {
            return name.equals(Consent.TABLE) || Owned.isLikely(schema, name);
        }

        boolean isOfProduct() {
            return schema != null && SYSTEM_SCHEMAS.contains(schema.toLowerCase(Locale.ROOT));
        }

        @Override
        public String toString() {
            return schema == null ? name : schema + "." + name;
        }
    }

    static TableNames of(Connection connection) throws SQLException {
        var found = new ArrayList<Found>();
        // What is called a database is a catalog in one product and a schema in another, which has no catalogs.
        try (var rows = connection.getMetaData().getTables(connection.getCatalog(), null, "%", TYPES)) {
            while (rows.next()) {
                found.add(new Found(rows.getString("TABLE_SCHEM"), rows.getString("TABLE_NAME")));
            }
        }
        String schema = connection.getSchema();
        boolean hasMark = found.stream()
                .anyMatch(table -> table.name().equals(Consent.TABLE)
                        && (table.schema() == null || Objects.equals(table.schema(), schema)));
        return new TableNames(
                Objects.requireNonNullElse(connection.getCatalog(), ""),
                hasMark,
                found.stream()
                        .filter(table -> table.isOwn() && !table.name().equals(Consent.TABLE))
                        .map(Found::toString)
                        .toList(),
                found.stream()
                        .filter(table -> !table.isOwn() && !table.isOfProduct())
                        .map(Found::toString)
                        .toList());
    }
}
