package moirai.mockstore.jdbc.metadata;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import moirai.mockstore.jdbc.facade.Part;
import moirai.mockstore.jdbc.rows.TypeFacts;
import moirai.mockstore.jdbc.session.Origin;
import moirai.mockstore.sql.types.Casts;
import moirai.mockstore.sql.types.SqlType;

/** The part of the metadata about the types of values and tables, and about the only catalogue. */
record TypesPart(Origin origin) implements Part {

    private static final int DECIMAL_RADIX = 10;

    public ResultSet getCatalogs() {
        var catalogs = Listing.of("TABLE_CAT");
        catalogs.add(origin.name());
        return catalogs.resultSet();
    }

    public ResultSet getTableTypes() {
        var types = Listing.of("TABLE_TYPE");
        types.add(TablesPart.INDEX);
        types.add(TablesPart.SEQUENCE);
        types.add(TablesPart.TABLE);
        return types.resultSet();
    }

    public ResultSet getTypeInfo() {
        var types = Listing.of("TYPE_NAME DATA_TYPE# PRECISION# LITERAL_PREFIX LITERAL_SUFFIX CREATE_PARAMS NULLABLE#"
                + " CASE_SENSITIVE? SEARCHABLE# UNSIGNED_ATTRIBUTE? FIXED_PREC_SCALE? AUTO_INCREMENT? LOCAL_TYPE_NAME"
                + " MINIMUM_SCALE# MAXIMUM_SCALE# SQL_DATA_TYPE# SQL_DATETIME_SUB# NUM_PREC_RADIX#");
        for (SqlType type : SqlType.values()) {
            if (type != SqlType.UNKNOWN) {
                add(types, type);
            }
        }
        return types.sortedBy("DATA_TYPE").resultSet();
    }

    private static void add(Listing types, SqlType type) {
        String quote = Casts.isNumeric(type) || type == SqlType.BOOLEAN ? null : "'";
        types.add(
                type.pgName(),
                type.jdbcType(),
                TypeFacts.precision(type),
                quote,
                quote,
                null,
                DatabaseMetaData.typeNullable,
                Casts.isString(type),
                DatabaseMetaData.typeSearchable,
                !Casts.isNumeric(type),
                false,
                false,
                type.pgName(),
                0,
                type == SqlType.NUMERIC ? 1000 : 0,
                null,
                null,
                DECIMAL_RADIX);
    }
}
