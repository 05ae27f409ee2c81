package moirai.mockstore.jdbc.metadata;

import java.sql.ResultSet;
import moirai.mockstore.jdbc.facade.Part;
import org.jspecify.annotations.Nullable;

/**
 * Empty listings of all that the store does not have: procedures, functions, privileges, user-defined types,
 * supertables.
 */
final class EmptyPart implements Part {

    private static final String PROCEDURE = "PROCEDURE_CAT PROCEDURE_SCHEM PROCEDURE_NAME ";
    private static final String FUNCTION = "FUNCTION_CAT FUNCTION_SCHEM FUNCTION_NAME ";
    private static final String PARAMETER =
            "COLUMN_NAME COLUMN_TYPE# DATA_TYPE# TYPE_NAME PRECISION# LENGTH# SCALE# RADIX#" + " NULLABLE# REMARKS ";
    private static final String TYPE = "TYPE_CAT TYPE_SCHEM TYPE_NAME ";
    private static final String TABLE = "TABLE_CAT TABLE_SCHEM TABLE_NAME ";
    private static final String PRIVILEGE = "GRANTOR GRANTEE PRIVILEGE IS_GRANTABLE";

    private static ResultSet empty(String columns) {
        return Listing.of(columns).resultSet();
    }

    public ResultSet getProcedures(String catalog, String schema, String procedure) {
        return empty(PROCEDURE + "RESERVED1 RESERVED2 RESERVED3 REMARKS PROCEDURE_TYPE# SPECIFIC_NAME");
    }

    public ResultSet getProcedureColumns(String catalog, String schema, String procedure, String column) {
        return empty(PROCEDURE + PARAMETER
                + "COLUMN_DEF SQL_DATA_TYPE# SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE"
                + " SPECIFIC_NAME");
    }

    public ResultSet getFunctions(String catalog, String schema, String function) {
        return empty(FUNCTION + "REMARKS FUNCTION_TYPE# SPECIFIC_NAME");
    }

    public ResultSet getFunctionColumns(String catalog, String schema, String function, String column) {
        return empty(FUNCTION + PARAMETER + "CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE SPECIFIC_NAME");
    }

    public ResultSet getUDTs(String catalog, String schema, String type, int @Nullable [] types) {
        return empty(TYPE + "CLASS_NAME DATA_TYPE# REMARKS BASE_TYPE#");
    }

    public ResultSet getSuperTypes(String catalog, String schema, String type) {
        return empty(TYPE + "SUPERTYPE_CAT SUPERTYPE_SCHEM SUPERTYPE_NAME");
    }

    public ResultSet getAttributes(String catalog, String schema, String type, String attribute) {
        return empty(TYPE + "ATTR_NAME DATA_TYPE# ATTR_TYPE_NAME ATTR_SIZE# DECIMAL_DIGITS# NUM_PREC_RADIX# NULLABLE#"
                + " REMARKS ATTR_DEF SQL_DATA_TYPE# SQL_DATETIME_SUB# CHAR_OCTET_LENGTH# ORDINAL_POSITION# IS_NULLABLE"
                + " SCOPE_CATALOG SCOPE_SCHEMA SCOPE_TABLE SOURCE_DATA_TYPE#");
    }

    public ResultSet getSuperTables(String catalog, String schema, String table) {
        return empty(TABLE + "SUPERTABLE_NAME");
    }

    public ResultSet getTablePrivileges(String catalog, String schema, String table) {
        return empty(TABLE + PRIVILEGE);
    }

    public ResultSet getColumnPrivileges(String catalog, String schema, String table, String column) {
        return empty(TABLE + "COLUMN_NAME " + PRIVILEGE);
    }

    public ResultSet getVersionColumns(String catalog, String schema, String table) {
        return empty(
                "SCOPE# COLUMN_NAME DATA_TYPE# TYPE_NAME COLUMN_SIZE# BUFFER_LENGTH# DECIMAL_DIGITS# PSEUDO_COLUMN#");
    }

    public ResultSet getPseudoColumns(String catalog, String schema, String table, String column) {
        return empty(TABLE + "COLUMN_NAME DATA_TYPE# COLUMN_SIZE# DECIMAL_DIGITS# NUM_PREC_RADIX# COLUMN_USAGE REMARKS"
                + " CHAR_OCTET_LENGTH# IS_NULLABLE");
    }

    public ResultSet getClientInfoProperties() {
        return empty("NAME MAX_LEN# DEFAULT_VALUE DESCRIPTION");
    }
}
