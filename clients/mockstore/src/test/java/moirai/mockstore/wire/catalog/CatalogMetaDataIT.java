package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGResultSetMetaData;

/** PostgreSQL's driver finds on the store the definitions that it finds on a real server. */
@ResourceLock(Twins.LOCK)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogMetaDataIT {

    private static final String SIMPLE = "preferQueryMode=simple";
    private static final String EXTENDED = "preferQueryMode=extended";
    private static final String CACHED = "preferQueryMode=extendedCacheEverything&prepareThreshold=1";
    private static final String BINARY = "prepareThreshold=-1&binaryTransfer=true";

    private Twins twins;

    /** A question of a driver's user. */
    @FunctionalInterface
    private interface Question {
        ResultSet ask(DatabaseMetaData facts) throws SQLException;
    }

    private static Map<String, Question> questions() {
        var questions = new LinkedHashMap<String, Question>();
        questions.put("schemas", DatabaseMetaData::getSchemas);
        questions.put("catalogs", facts -> facts.getTableTypes());
        questions.put("types", DatabaseMetaData::getTypeInfo);
        for (String schema : List.of("public", "app")) {
            questions.put("tables of " + schema, facts -> facts.getTables(null, schema, "%", null));
            questions.put("columns of " + schema, facts -> facts.getColumns(null, schema, "%", "%"));
            questions.put("privileges of " + schema, facts -> facts.getTablePrivileges(null, schema, "%"));
        }
        questions.put("system tables", facts -> facts.getTables(null, "pg_catalog", "pg_cl%", null));
        for (String table : List.of("account", "branch", "event", "renamed", "missing")) {
            String schema = table.equals("event") ? "app" : "public";
            questions.put("key of " + table, facts -> facts.getPrimaryKeys(null, schema, table));
            questions.put("parents of " + table, facts -> facts.getImportedKeys(null, schema, table));
            questions.put("children of " + table, facts -> facts.getExportedKeys(null, schema, table));
            questions.put("indexes of " + table, facts -> facts.getIndexInfo(null, schema, table, false, true));
            questions.put("unique indexes of " + table, facts -> facts.getIndexInfo(null, schema, table, true, true));
            questions.put("best row of " + table, facts -> facts.getBestRowIdentifier(null, schema, table, 2, true));
        }
        questions.put("functions", facts -> facts.getFunctions(null, "pg_catalog", "lower%"));
        questions.put("function columns", facts -> facts.getFunctionColumns(null, "pg_catalog", "lower%", "%"));
        questions.put("procedures", facts -> facts.getProcedures(null, "public", "%"));
        questions.put("user types", facts -> facts.getUDTs(null, "public", "%", null));
        return questions;
    }

    @BeforeAll
    void define() throws SQLException {
        twins = new Twins();
        twins.define(Definitions.ALL);
    }

    @AfterAll
    void close() throws SQLException {
        twins.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, BINARY})
    void theDriverFindsTheSameDefinitions(String options) throws SQLException {
        try (var store = twins.store(options);
                var real = twins.real(options)) {
            for (var question : questions().entrySet()) {
                assertThat(answer(question.getValue(), store))
                        .as(question.getKey())
                        .isEqualTo(answer(question.getValue(), real));
            }
        }
    }

    private static List<List<String>> answer(Question question, Connection connection) throws SQLException {
        try (var rows = question.ask(connection.getMetaData())) {
            return Twins.rows(rows);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, CACHED, BINARY})
    void questionsWithParametersAreAnsweredInEveryMode(String options) throws SQLException {
        try (var store = twins.store(options);
                var real = twins.real(options)) {
            for (int time = 0; time < 3; time++) {
                assertThat(columns(store, "account"))
                        .isEqualTo(columns(real, "account"))
                        .hasSizeGreaterThan(5);
                assertThat(columns(store, "nope")).isEqualTo(columns(real, "nope"));
            }
        }
    }

    /** Values of many types, among them arrays, numbers of objects and NULL. */
    private static List<List<String>> columns(Connection connection, String table) throws SQLException {
        try (var select =
                connection.prepareStatement("SELECT a.attname, a.attnum, a.attnotnull, t.typname, a.atttypmod,"
                        + " format_type(a.atttypid, a.atttypmod) AS type, c.relkind, c.reltuples, k.conkey, k.conname,"
                        + " pg_get_expr(d.adbin, d.adrelid) AS value, ARRAY[a.attnum, 7] AS both, 1.50 AS price,"
                        + " a.atttypid,"
                        + " c.oid = ?::regclass AS same, col_description(c.oid, a.attnum) AS comment"
                        + " FROM pg_catalog.pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
                        + " JOIN pg_type t ON t.oid = a.atttypid"
                        + " LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum"
                        + " LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND a.attnum = ANY (k.conkey)"
                        + " WHERE c.relname = ? AND a.attnum > ? AND NOT a.attisdropped"
                        + " ORDER BY a.attnum, k.conname")) {
            select.setString(1, "account");
            select.setString(2, table);
            select.setInt(3, 0);
            try (var rows = select.executeQuery()) {
                return Twins.rows(rows);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {EXTENDED, BINARY})
    void aLongAnswerComesInPortions(String options) throws SQLException {
        try (var store = twins.store(options)) {
            store.setAutoCommit(false);
            try (var select = store.prepareStatement("SELECT oid, typname FROM pg_type ORDER BY oid")) {
                select.setFetchSize(50);
                try (var rows = select.executeQuery()) {
                    int count = 0;
                    while (rows.next()) {
                        count++;
                    }
                    assertThat(count).isGreaterThan(200);
                }
            }
            store.commit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED})
    void theInformationSchemaIsAnswered(String options) throws SQLException {
        String query = "SELECT table_schema, table_name, column_name, ordinal_position, column_default, is_nullable,"
                + " data_type, character_maximum_length, numeric_precision, is_identity FROM information_schema.columns"
                + " WHERE table_schema IN ('public', 'app') ORDER BY 1, 2, 4";
        try (var store = twins.store(options);
                var real = twins.real(options)) {
            assertThat(Twins.rows(store, query))
                    .isEqualTo(Twins.rows(real, query))
                    .hasSizeGreaterThan(20);
        }
    }

    /** The store tells the columns of its own answers, and of those that PostgreSQL computes from copies of tables. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT owner AS o, id + 1, a.* FROM account a",
                "SELECT owner, row_number() OVER (ORDER BY id) FROM account",
                "SELECT x.id FROM (SELECT id, owner FROM account) x",
                "INSERT INTO account (id, owner) SELECT id, owner FROM account WHERE false RETURNING id, owner"
            })
    void columnsOfResultsNameTheirTables(String sql) throws SQLException {
        for (String options : List.of(SIMPLE, EXTENDED)) {
            try (Connection store = twins.store(options);
                    Connection real = twins.real(options)) {
                assertThat(origins(store, sql)).as(options).isEqualTo(origins(real, sql));
            }
        }
    }

    private static List<String> origins(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var columns = rows.getMetaData().unwrap(PGResultSetMetaData.class);
            var origins = new ArrayList<String>();
            for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                origins.add(columns.getBaseTableName(column) + "." + columns.getBaseColumnName(column));
            }
            return origins;
        }
    }
}
