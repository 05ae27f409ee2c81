package moirai.mockstore.jdbc.metadata;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.util.Arrays;
import java.util.List;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.rows.TypeFacts;
import moirai.mockstore.jdbc.session.Origin;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.ColumnDefault;
import moirai.mockstore.sql.schema.ColumnSchema;
import moirai.mockstore.sql.schema.IndexSchema;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.types.ColumnType;
import org.jspecify.annotations.Nullable;

/** The part of the metadata about schemas, tables and columns. */
record TablesPart(Catalog catalog, Origin origin) implements Part {

    static final String TABLE = "TABLE";
    static final String SEQUENCE = "SEQUENCE";
    static final String INDEX = "INDEX";

    private static final int DECIMAL_RADIX = 10;

    public ResultSet getSchemas() {
        return getSchemas(null, null);
    }

    public ResultSet getSchemas(@Nullable String database, @Nullable String schema) {
        var schemas = Listing.of("TABLE_SCHEM TABLE_CATALOG");
        catalog.schemas().stream()
                .filter(NamePattern.of(schema)::matches)
                .forEach(name -> schemas.add(name, origin.name()));
        return schemas.resultSet();
    }

    public ResultSet getTables(
            @Nullable String database, @Nullable String schema, @Nullable String table, String @Nullable [] types) {
        var tables = Listing.of("TABLE_CAT TABLE_SCHEM TABLE_NAME TABLE_TYPE REMARKS TYPE_CAT TYPE_SCHEM TYPE_NAME"
                + " SELF_REFERENCING_COL_NAME REF_GENERATION");
        List<String> wanted = types == null ? List.of(TABLE, SEQUENCE, INDEX) : Arrays.asList(types);
        for (String type : wanted) {
            for (String name : names(type)) {
                Relation relation = Relation.of(origin, name);
                if (relation.isLike(schema, table)) {
                    tables.add(relation, type);
                }
            }
        }
        return tables.sortedBy("TABLE_TYPE", "TABLE_SCHEM", "TABLE_NAME").resultSet();
    }

    /**
     * Returns the names of all relations of this type; none for a type that the store does not have, such as a view.
     */
    private List<String> names(String type) {
        return switch (type) {
            case TABLE -> catalog.tables().stream().map(TableSchema::name).toList();
            case SEQUENCE -> catalog.sequences().stream().map(Sequence::name).toList();
            case INDEX -> catalog.indexes().stream().map(IndexSchema::name).toList();
            default -> List.of();
        };
    }

    public ResultSet getColumns(
            @Nullable String database, @Nullable String schema, @Nullable String table, @Nullable String column) {
        var columns = Listing.of("TABLE_CAT TABLE_SCHEM TABLE_NAME COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE#"
                + " BUFFER_LENGTH# DECIMAL_DIGITS# NUM_PREC_RADIX# NULLABLE# REMARKS COLUMN_DEF SQL_DATA_TYPE#"
                + " SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE SCOPE_CATALOG SCOPE_SCHEMA"
                + " SCOPE_TABLE SOURCE_DATA_TYPE# IS_AUTOINCREMENT IS_GENERATEDCOLUMN");
        for (TableSchema found : catalog.tables()) {
            Relation relation = Relation.of(origin, found.name());
            for (int number : found.columnNumbers()) {
                ColumnSchema candidate = found.column(number);
                if (relation.isLike(schema, table) && NamePattern.of(column).matches(candidate.name())) {
                    add(columns, relation, candidate, number + 1);
                }
            }
        }
        return columns.sortedBy("TABLE_SCHEM", "TABLE_NAME", "ORDINAL_POSITION").resultSet();
    }

    private void add(Listing columns, Relation table, ColumnSchema column, int position) {
        ColumnType type = column.type();
        int size = size(type);
        columns.add(
                table,
                column.name(),
                type.type().jdbcType(),
                type.type().pgName(),
                size,
                null,
                type.scale(),
                DECIMAL_RADIX,
                column.notNull() ? DatabaseMetaData.columnNoNulls : DatabaseMetaData.columnNullable,
                null,
                defaultOf(column),
                null,
                null,
                size,
                position,
                column.notNull() ? "NO" : "YES",
                null,
                null,
                null,
                null,
                column.defaultValue() instanceof ColumnDefault.Generated ? "YES" : "NO",
                column.isGenerated() ? "YES" : "NO");
    }

    private static int size(ColumnType type) {
        return type.hasModifiers() ? type.precision() : TypeFacts.precision(type.type());
    }

    private static @Nullable String defaultOf(ColumnSchema column) {
        return switch (column.defaultValue()) {
            case ColumnDefault.None none -> null;
            case ColumnDefault.Computed computed -> computed.text();
            case ColumnDefault.OfColumns generated -> generated.text();
            case ColumnDefault.Generated generated -> "nextval('" + generated.sequence() + "')";
        };
    }
}
