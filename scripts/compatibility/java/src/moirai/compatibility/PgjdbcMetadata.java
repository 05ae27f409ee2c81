package moirai.compatibility;

import static moirai.compatibility.Checks.connect;
import static moirai.compatibility.Checks.execute;
import static moirai.compatibility.Checks.holds;
import static moirai.compatibility.Checks.same;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/** The checks of what pgjdbc tells of a database, its statements and its rows. */
final class PgjdbcMetadata {

    private PgjdbcMetadata() {}

    /** Reads rows of metadata. */
    @FunctionalInterface
    private interface Question {
        ResultSet ask(DatabaseMetaData metadata) throws SQLException;
    }

    /** Returns columns of all rows, joined by blanks. */
    private static List<String> rows(Question question, String... columns) throws SQLException {
        try (Connection c = connect();
                ResultSet rows = question.ask(c.getMetaData())) {
            var found = new ArrayList<String>();
            while (rows.next()) {
                var values = new ArrayList<String>();
                for (String column : columns) {
                    values.add(String.valueOf(rows.getString(column)));
                }
                found.add(String.join(" ", values));
            }
            return found;
        }
    }

    static void add(Checks checks) {
        tables(checks);
        keys(checks);
        others(checks);
        statements(checks);
    }

    private static void tables(Checks checks) {
        checks.check("metadata_of_tables", () -> {
            execute(
                    "CREATE VIEW cheap AS SELECT title FROM book WHERE price < 1",
                    "COMMENT ON TABLE book IS 'to read'");
            same(
                    rows(m -> m.getTables(null, "public", "book", new String[] {"TABLE"}), "TABLE_NAME", "REMARKS"),
                    List.of("book to read"));
            same(rows(m -> m.getTables(null, "public", "cheap", null), "TABLE_TYPE"), List.of("VIEW"));
        });
        checks.check(
                "metadata_of_columns",
                () -> same(
                        rows(
                                m -> m.getColumns(null, null, "book", "%"),
                                "COLUMN_NAME",
                                "TYPE_NAME",
                                "COLUMN_SIZE",
                                "IS_NULLABLE",
                                "IS_AUTOINCREMENT"),
                        List.of(
                                "id int8 19 NO YES",
                                "title text 2147483647 NO NO",
                                "price numeric 10 YES NO",
                                "author_id int4 10 YES NO")));
        checks.check(
                "metadata_of_defaults",
                () -> same(
                        rows(m -> m.getColumns(null, "public", "author", null), "COLUMN_DEF", "DATA_TYPE"),
                        List.of(
                                "nextval('author_id_seq'::regclass) " + Types.INTEGER,
                                "null " + Types.VARCHAR,
                                "null " + Types.DATE)));
        checks.check("metadata_of_schemas", () -> {
            List<String> schemas = rows(DatabaseMetaData::getSchemas, "TABLE_SCHEM");
            holds(schemas.containsAll(List.of("public", "pg_catalog", "information_schema")), schemas);
        });
        checks.check("metadata_of_catalogs", () -> {
            List<String> catalogs = rows(DatabaseMetaData::getCatalogs, "TABLE_CAT");
            holds(catalogs.contains(System.getenv("DATABASE")), catalogs);
        });
        checks.check("metadata_of_privileges", () -> {
            List<String> found = rows(m -> m.getTablePrivileges(null, "public", "book"), "GRANTEE", "PRIVILEGE");
            holds(found.contains(Checks.LOGIN + " SELECT"), found);
            holds(
                    !rows(m -> m.getColumnPrivileges(null, "public", "book", "id"), "PRIVILEGE")
                            .isEmpty(),
                    "none");
        });
    }

    private static void keys(Checks checks) {
        checks.check(
                "metadata_of_primary_keys",
                () -> same(
                        rows(m -> m.getPrimaryKeys(null, null, "book"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"),
                        List.of("id 1 book_pkey")));
        checks.check("metadata_of_foreign_keys", () -> {
            String[] columns = {"PKTABLE_NAME", "FKTABLE_NAME", "FKCOLUMN_NAME", "DELETE_RULE", "FK_NAME"};
            List<String> expected =
                    List.of("author book author_id " + DatabaseMetaData.importedKeyCascade + " book_author_id_fkey");
            same(rows(m -> m.getImportedKeys(null, null, "book"), columns), expected);
            same(rows(m -> m.getExportedKeys(null, null, "author"), columns), expected);
            same(rows(m -> m.getCrossReference(null, null, "author", null, null, "book"), columns), expected);
        });
        checks.check(
                "metadata_of_indexes",
                () -> same(
                        rows(
                                m -> m.getIndexInfo(null, null, "book", false, true),
                                "INDEX_NAME",
                                "COLUMN_NAME",
                                "NON_UNIQUE"),
                        List.of("book_pkey id f", "book_title title t")));
        checks.check(
                "metadata_of_row_identifiers",
                () -> same(
                        rows(
                                m -> m.getBestRowIdentifier(null, null, "book", DatabaseMetaData.bestRowSession, false),
                                "COLUMN_NAME"),
                        List.of("id")));
    }

    private static void others(Checks checks) {
        checks.check("metadata_of_functions", () -> {
            execute("CREATE FUNCTION plus(a integer, b integer) RETURNS integer LANGUAGE sql AS 'SELECT a + b'");
            same(rows(m -> m.getFunctions(null, "public", "plus"), "FUNCTION_NAME"), List.of("plus"));
            same(
                    rows(m -> m.getFunctionColumns(null, "public", "plus", "%"), "COLUMN_NAME", "TYPE_NAME"),
                    List.of("returnValue int4", "a int4", "b int4"));
        });
        checks.check("metadata_of_procedures", () -> {
            execute("CREATE PROCEDURE nothing(n integer) LANGUAGE plpgsql AS 'BEGIN END'");
            same(rows(m -> m.getProcedures(null, "public", "nothing"), "PROCEDURE_NAME"), List.of("nothing"));
        });
        checks.check("metadata_of_types", () -> {
            List<String> types = rows(DatabaseMetaData::getTypeInfo, "TYPE_NAME");
            holds(types.containsAll(List.of("int4", "text", "numeric", "jsonb", "serial")), types.size());
            execute("CREATE TYPE pair AS (a integer, b integer)", "CREATE DOMAIN age AS integer CHECK (VALUE > 0)");
            same(rows(m -> m.getUDTs(null, "public", "pair", null), "DATA_TYPE"), List.of("" + Types.STRUCT));
            same(rows(m -> m.getUDTs(null, "public", "age", null), "BASE_TYPE"), List.of("" + Types.INTEGER));
        });
        checks.check("metadata_of_the_server", () -> {
            try (Connection c = connect()) {
                DatabaseMetaData m = c.getMetaData();
                same(m.getDatabaseProductName(), "PostgreSQL");
                holds(m.getDatabaseMajorVersion() >= 14, m.getDatabaseProductVersion());
                same(m.getUserName(), Checks.LOGIN);
                holds(m.getSQLKeywords().contains("returning"), m.getSQLKeywords());
                holds(m.getMaxColumnNameLength() == 63 && m.getMaxConnections() > 0, m.getMaxColumnNameLength());
                holds(
                        m.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE),
                        "no serializable level");
            }
        });
    }

    private static void statements(Checks checks) {
        checks.check("metadata_of_rows", () -> {
            try (Connection c = connect();
                    var s = c.prepareStatement(
                            "SELECT b.id, b.title AS name, b.price, count(*) OVER () FROM book AS b")) {
                ResultSetMetaData m = s.getMetaData();
                same(
                        List.of(
                                m.getColumnTypeName(1),
                                m.getColumnTypeName(2),
                                m.getPrecision(3),
                                m.getScale(3),
                                m.getColumnType(4)),
                        List.of("bigserial", "text", 10, 2, Types.BIGINT));
                same(
                        List.of(m.isAutoIncrement(1), m.isNullable(2), m.getTableName(2), m.getColumnLabel(2)),
                        List.of(true, ResultSetMetaData.columnNoNulls, "book", "name"));
            }
        });
        checks.check("metadata_of_base_columns", () -> {
            try (Connection c = connect();
                    var s = c.prepareStatement("SELECT title AS name FROM book")) {
                var m = s.getMetaData().unwrap(org.postgresql.PGResultSetMetaData.class);
                same(
                        List.of(m.getBaseTableName(1), m.getBaseColumnName(1), m.getBaseSchemaName(1)),
                        List.of("book", "title", "public"));
            }
        });
        checks.check("metadata_of_parameters", () -> {
            try (Connection c = connect();
                    var s = c.prepareStatement("INSERT INTO book (id, title, price) VALUES (?, ?, ?)")) {
                var m = s.getParameterMetaData();
                same(
                        List.of(
                                m.getParameterCount(),
                                m.getParameterTypeName(1),
                                m.getParameterTypeName(2),
                                m.getParameterTypeName(3)),
                        List.of(3, "int8", "text", "numeric"));
            }
        });
    }
}
