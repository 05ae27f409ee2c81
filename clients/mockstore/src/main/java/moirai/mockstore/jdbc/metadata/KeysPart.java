package moirai.mockstore.jdbc.metadata;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.HashSet;
import java.util.List;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.rows.TypeFacts;
import moirai.mockstore.jdbc.session.Origin;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.ForeignKeySchema;
import moirai.mockstore.sql.schema.IndexSchema;
import moirai.mockstore.sql.schema.KeySchema;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import org.jspecify.annotations.Nullable;

/** The part of the metadata about keys, foreign keys and indexes. */
record KeysPart(Catalog catalog, Origin origin) implements Part {

    private List<TableSchema> tables(@Nullable String schema, @Nullable String table) {
        return catalog.tables().stream()
                .filter(found -> Relation.of(origin, found.name()).isNamed(schema, table))
                .toList();
    }

    public ResultSet getPrimaryKeys(@Nullable String database, @Nullable String schema, String table) {
        var keys = Listing.of("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME KEY_SEQ# PK_NAME");
        for (TableSchema found : tables(schema, table)) {
            Relation relation = Relation.of(origin, found.name());
            for (KeySchema key : found.keys()) {
                for (int position = 0; key.primary() && position < key.columns().size(); position++) {
                    ColumnSchema column = found.column(key.columns().get(position));
                    keys.add(relation, column.name(), position + 1, key.name());
                }
            }
        }
        return keys.sortedBy("COLUMN_NAME").resultSet();
    }

    public ResultSet getBestRowIdentifier(
            @Nullable String database, @Nullable String schema, String table, int scope, boolean nullable) {
        var columns = Listing.of("SCOPE# COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE# BUFFER_LENGTH# DECIMAL_DIGITS#"
                + " PSEUDO_COLUMN#");
        for (TableSchema found : tables(schema, table)) {
            for (int number : found.primaryKey()) {
                ColumnSchema column = found.column(number);
                var type = column.type().type();
                columns.add(
                        scope,
                        column.name(),
                        type.jdbcType(),
                        type.pgName(),
                        TypeFacts.precision(type),
                        null,
                        column.type().scale(),
                        DatabaseMetaData.bestRowNotPseudo);
            }
        }
        return columns.resultSet();
    }

    public ResultSet getImportedKeys(@Nullable String database, @Nullable String schema, String table) {
        return foreignKeys(null, null, schema, table);
    }

    public ResultSet getExportedKeys(@Nullable String database, @Nullable String schema, String table) {
        return foreignKeys(schema, table, null, null);
    }

    /** Returns the foreign keys of the second table that refer to the first. */
    public ResultSet getCrossReference(
            @Nullable String database,
            @Nullable String schema,
            @Nullable String table,
            @Nullable String otherDatabase,
            @Nullable String otherSchema,
            @Nullable String otherTable) {
        return foreignKeys(schema, table, otherSchema, otherTable);
    }

    private ResultSet foreignKeys(
            @Nullable String schema,
            @Nullable String table,
            @Nullable String childSchema,
            @Nullable String childTable) {
        var keys = Listing.of("PKTABLE_CAT PKTABLE_SCHEM PKTABLE_NAME PKCOLUMN_NAME FKTABLE_CAT FKTABLE_SCHEM"
                + " FKTABLE_NAME FKCOLUMN_NAME KEY_SEQ# UPDATE_RULE# DELETE_RULE# FK_NAME PK_NAME DEFERRABILITY#");
        for (TableSchema child : tables(childSchema, childTable)) {
            for (ForeignKeySchema key : child.foreignKeys()) {
                if (Relation.of(origin, key.target()).isNamed(schema, table)) {
                    add(keys, child, key);
                }
            }
        }
        // Imported keys are listed by the table that they lead to, exported ones by the table that they come from.
        return (childTable == null
                        ? keys.sortedBy("FKTABLE_SCHEM", "FKTABLE_NAME", "FK_NAME", "KEY_SEQ")
                        : keys.sortedBy("PKTABLE_SCHEM", "PKTABLE_NAME", "FK_NAME", "KEY_SEQ"))
                .resultSet();
    }

    private void add(Listing keys, TableSchema child, ForeignKeySchema key) {
        TableSchema target = catalog.table(key.target());
        String targetKey = target.keys().stream()
                .filter(candidate -> candidate.columns().equals(key.targetColumns()))
                .findFirst()
                .map(KeySchema::name)
                .orElse(null);
        for (int position = 0; position < key.columns().size(); position++) {
            keys.add(
                    Relation.of(origin, target.name()),
                    target.column(key.targetColumns().get(position)).name(),
                    Relation.of(origin, child.name()),
                    child.column(key.columns().get(position)).name(),
                    position + 1,
                    rule(key.onUpdate()),
                    rule(key.onDelete()),
                    key.name(),
                    targetKey,
                    DatabaseMetaData.importedKeyNotDeferrable);
        }
    }

    private static int rule(ForeignKeySchema.Action action) {
        return switch (action) {
            case NO_ACTION -> DatabaseMetaData.importedKeyNoAction;
            case RESTRICT -> DatabaseMetaData.importedKeyRestrict;
            case CASCADE -> DatabaseMetaData.importedKeyCascade;
            case SET_NULL -> DatabaseMetaData.importedKeySetNull;
        };
    }

    public ResultSet getIndexInfo(
            @Nullable String database, @Nullable String schema, String table, boolean unique, boolean approximate) {
        var indexes = Listing.of("TABLE_CAT TABLE_SCHEM TABLE_NAME NON_UNIQUE? INDEX_QUALIFIER INDEX_NAME TYPE#"
                + " ORDINAL_POSITION# COLUMN_NAME ASC_OR_DESC CARDINALITY# PAGES# FILTER_CONDITION");
        for (TableSchema found : tables(schema, table)) {
            // A unique index is a key, too.
            var listed = new HashSet<String>();
            for (KeySchema key : found.keys()) {
                listed.add(key.name());
                add(indexes, found, key.name(), true, key.columns());
            }
            for (IndexSchema index : catalog.indexes()) {
                if (index.table().equals(found.name()) && listed.add(index.name()) && (index.unique() || !unique)) {
                    add(indexes, found, Identifiers.bare(index.name()), index.unique(), index.columns());
                }
            }
        }
        return indexes.sortedBy("NON_UNIQUE", "TYPE", "INDEX_NAME", "ORDINAL_POSITION")
                .resultSet();
    }

    private void add(Listing indexes, TableSchema table, String name, boolean unique, List<Integer> columns) {
        for (int position = 0; position < columns.size(); position++) {
            indexes.add(
                    Relation.of(origin, table.name()),
                    !unique,
                    null,
                    Relation.of(origin, name).name(),
                    (int) DatabaseMetaData.tableIndexOther,
                    position + 1,
                    table.column(columns.get(position)).name(),
                    "A");
        }
    }
}
