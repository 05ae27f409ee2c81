package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.wire.catalog.DefinedCatalog;
import moirai.mockstore.wire.catalog.Twins;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PGobject;
import org.postgresql.util.PSQLException;

/** Types, views and changes that only PostgreSQL understands, on tables of the store. */
@ResourceLock(Twins.LOCK)
class ForeignTypesIT {

    private static final String BINARY = "prepareThreshold=-1";
    private static final String SIMPLE = "preferQueryMode=simple";

    private final SqlDatabase database = database(IsolationLevel.STRICT_SERIALIZABLE);
    private final MockServer server =
            MockServer.start(database, 0, new DefinedCatalog(database, RealCatalog.server()), List.of());

    private static SqlDatabase database(IsolationLevel level) {
        return new SqlDatabase(new MockStore(StoreOptions.uniform(level, new Seed(1))));
    }

    private static Connection connect(MockServer to, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + to.port() + "/moirai?user=moirai&" + options);
    }

    @BeforeEach
    void define() throws SQLException {
        run("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')");
        run("CREATE TABLE person (id int PRIMARY KEY, facts jsonb NOT NULL DEFAULT '{}', tags text[], m mood"
                + " DEFAULT 'ok', n int)");
        run("INSERT INTO person VALUES (1, '{\"a\":  [1,2]}', '{x,y}', 'sad', 1), (2, '[]', NULL, 'happy', 2)");
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void run(String sql) throws SQLException {
        try (var connection = connect(server, SIMPLE);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> rows(String options, String sql, Object... parameters) throws SQLException {
        try (var connection = connect(server, options)) {
            return rows(connection, sql, parameters);
        }
    }

    private static List<String> rows(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < parameters.length; index++) {
                statement.setObject(index + 1, parameters[index]);
            }
            var rows = new ArrayList<String>();
            try (ResultSet found = statement.executeQuery()) {
                while (found.next()) {
                    var row = new ArrayList<String>();
                    for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
                        row.add(found.getString(column));
                    }
                    rows.add(String.join(" ", row));
                }
            }
            return rows;
        }
    }

    /** Values come in PostgreSQL's own writing, in texts and in bytes, and their types by name. */
    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, BINARY})
    void valuesAreThoseOfPostgres(String options) throws SQLException {
        // The driver writes an array that it got as bytes with quotes.
        assertThat(rows(options, "SELECT facts, tags, m, n FROM person ORDER BY id"))
                .extracting(row -> row.replace("{\"x\",\"y\"}", "{x,y}"))
                .containsExactly("{\"a\": [1, 2]} {x,y} sad 1", "[] null happy 2");
        try (var connection = connect(server, options);
                var statement = connection.prepareStatement("SELECT facts, tags, m FROM person WHERE id = 1");
                var found = statement.executeQuery()) {
            assertThat(found.getMetaData().getColumnTypeName(1)).isEqualTo("jsonb");
            assertThat(found.getMetaData().getColumnTypeName(3)).isEqualTo("mood");
            assertThat(found.next()).isTrue();
            assertThat((Object[]) found.getArray(2).getArray()).containsExactly("x", "y");
        }
    }

    @Test
    void parametersAreReadByPostgres() throws SQLException {
        try (var connection = connect(server, "");
                var insert = connection.prepareStatement("INSERT INTO person VALUES (3, ?::jsonb, ?, ?::mood, 3)")) {
            insert.setString(1, "{\"b\":1,\"b\":2}");
            insert.setArray(2, connection.createArrayOf("text", new Object[] {"p q", null}));
            insert.setObject(3, "happy", Types.OTHER);
            insert.executeUpdate();
            assertThat(rows(connection, "SELECT facts, tags, m FROM person WHERE id = 3"))
                    .containsExactly("{\"b\": 2} {\"p q\",NULL} happy");
            assertThatThrownBy(() -> rows(connection, "INSERT INTO person (id, m) VALUES (4, 'glum') RETURNING id"))
                    .hasMessageContaining("invalid input value for enum mood: \"glum\"");
            assertThatThrownBy(() -> rows(connection, "INSERT INTO person (id, facts) VALUES (4, '{') RETURNING id"))
                    .extracting(error -> ((SQLException) error).getSQLState())
                    .isEqualTo("22P02");
            assertThat(rows(
                            connection,
                            "SELECT count(*) FROM person WHERE id = ANY (?)",
                            connection.createArrayOf("int4", new Object[] {1, 3, 4})))
                    .containsExactly("2");
        }
    }

    /** Also where no column says it. */
    @Test
    void parametersHaveTheTypesThatClientsDeclare() throws SQLException {
        try (var connection = connect(server, "")) {
            assertThat(rows(
                            connection,
                            "SELECT pg_typeof(?), ? || '[2]'",
                            object("jsonb", "[1]"),
                            object("jsonb", "[1]")))
                    .containsExactly("jsonb [1, 2]");
            assertThat(rows(connection, "SELECT ?::text", object("jsonb", "{\"b\":1,\"b\":2}")))
                    .containsExactly("{\"b\": 2}");
            assertThat(rows(connection, "SELECT count(*) FROM person WHERE m = ?", object("mood", "sad")))
                    .containsExactly("1");
            assertThatThrownBy(() -> rows(connection, "UPDATE person SET n = ?::text::int", object("jsonb", "1")))
                    .hasMessageContaining("a cast to that of its place is not supported");
            assertThatThrownBy(() -> rows(connection, "UPDATE person SET n = ?", object("jsonb", "1")))
                    .hasMessageContaining("column \"n\" is of type integer but expression is of type jsonb");
        }
    }

    private static PGobject object(String type, String value) throws SQLException {
        var object = new PGobject();
        object.setType(type);
        object.setValue(value);
        return object;
    }

    /** The store keeps texts, which must not pass for values: nothing but PostgreSQL compares and orders them. */
    @Test
    void whatIsComputedFromThemIsComputedByPostgres() throws SQLException {
        assertThat(rows("", "SELECT facts->'a'->>1, tags[2], m > 'ok', jsonb_typeof(facts) FROM person ORDER BY m"))
                .containsExactly("2 y f object", "null null t array");
        assertThat(rows("", "SELECT id FROM person WHERE facts = '{ \"a\" : [1.0, 2] }'"))
                .containsExactly("1");
        assertThat(rows("", "SELECT DISTINCT m FROM person ORDER BY m DESC")).containsExactly("happy", "sad");
        assertThat(rows("", "SELECT max(m), array_agg(n ORDER BY n) FROM person"))
                .containsExactly("happy {1,2}");
        assertThat(rows("", "SELECT m FROM person UNION SELECT 'ok' ORDER BY 1"))
                .containsExactly("sad", "ok", "happy");
        assertThat(rows("", "SELECT id FROM person WHERE m IN (SELECT m FROM person WHERE n = 2)"))
                .containsExactly("2");
    }

    @Test
    void changesAreComputedByPostgresAndMadeByTheStore() throws SQLException {
        try (var connection = connect(server, "")) {
            assertThat(rows(
                            connection,
                            "UPDATE person SET facts = facts || ?::jsonb, n = n + 10 WHERE m = 'sad'"
                                    + " RETURNING facts, n",
                            "{\"z\": 1}"))
                    .containsExactly("{\"a\": [1, 2], \"z\": 1} 11");
            assertThat(rows(connection, "DELETE FROM person WHERE m > 'ok' RETURNING id"))
                    .containsExactly("2");
            assertThat(rows(connection, "SELECT id, n, m FROM person")).containsExactly("1 11 sad");
            assertThat(rows(
                            connection,
                            "INSERT INTO person (id, facts) VALUES (1, '{\"new\": true}')"
                                    + " ON CONFLICT (id) DO UPDATE SET facts = EXCLUDED.facts RETURNING facts"))
                    .containsExactly("{\"new\": true}");
        }
    }

    /** The store's own constraints hold for what PostgreSQL has computed. */
    @Test
    void aChangeThatAConstraintForbidsChangesNothing() throws SQLException {
        run("ALTER TABLE person ADD CONSTRAINT small CHECK (n < 100)");
        assertThatThrownBy(() -> run("UPDATE person SET n = n * 60 WHERE m <> 'ok'"))
                .isInstanceOf(PSQLException.class)
                .hasMessageContaining("small");
        assertThat(rows("", "SELECT n FROM person ORDER BY id")).containsExactly("1", "2");
    }

    /** There rows are locked first, and looked at again. */
    @Test
    void atTheLevelOfAProductChangesAreComputedRowByRow() throws SQLException {
        var seed = new Seed(1);
        var product = new SqlDatabase(
                new MockStore(new StoreOptions(ProductLevel.POSTGRES_READ_COMMITTED, seed, Chooser.uniform(seed))));
        try (var other = MockServer.start(product, 0, new DefinedCatalog(product, RealCatalog.server()), List.of());
                var connection = connect(other, SIMPLE);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE doc (id int PRIMARY KEY, body jsonb)");
            statement.execute("INSERT INTO doc VALUES (1, '{}')");
            statement.execute("UPDATE doc SET body = body || '{\"a\": 1}' WHERE NOT body ? 'a'");
            assertThat(rows(connection, "SELECT body->'a' FROM doc WHERE id = 1 FOR UPDATE"))
                    .containsExactly("1");
            assertThatThrownBy(() -> statement.execute("UPDATE doc SET body['b'] = '2'"))
                    .extracting(error -> ((SQLException) error).getSQLState())
                    .isEqualTo("0A000");
        }
    }

    @Test
    void keysAreOfTypesWhoseValuesAreEqualIfTheirTextsAre() throws SQLException {
        run("CREATE TABLE liked (m mood PRIMARY KEY)");
        for (String sql : List.of(
                "CREATE TABLE keyed (facts jsonb UNIQUE)",
                "CREATE UNIQUE INDEX ON person (facts)",
                "ALTER TABLE liked ALTER m TYPE jsonb USING m::jsonb")) {
            assertThatThrownBy(() -> run(sql)).as(sql).hasMessageContaining("jsonb");
        }
    }

    /** Functions that get a query as a text would read the tables of the server, which are empty. */
    @Test
    void extensionsAreThoseThatComputeFromTheirArguments() throws SQLException {
        assertThatThrownBy(() -> run("CREATE EXTENSION tablefunc")).hasMessageContaining("accepted are btree_gin");
        run("CREATE EXTENSION IF NOT EXISTS \"citext\"");
        run("CREATE TABLE word (id int PRIMARY KEY, w citext)");
        run("INSERT INTO word VALUES (1, 'Ab')");
        assertThat(rows("", "SELECT id FROM word WHERE w = 'aB'")).containsExactly("1");
    }

    @Test
    void viewsAreOfWhatTheTransactionSees() throws SQLException {
        run("CREATE VIEW moods AS SELECT m, count(*) AS many FROM person GROUP BY m");
        run("CREATE VIEW many AS SELECT m FROM moods WHERE many > 1");
        try (var connection = connect(server, "")) {
            connection.setAutoCommit(false);
            assertThat(rows(connection, "SELECT * FROM many")).isEmpty();
            assertThat(rows(connection, "INSERT INTO person (id, m) VALUES (9, 'sad') RETURNING id"))
                    .containsExactly("9");
            assertThat(rows(connection, "SELECT * FROM many")).containsExactly("sad");
            assertThat(rows("", "SELECT * FROM many")).isEmpty();
            connection.rollback();
        }
        assertThatThrownBy(() -> run("DROP TABLE person"))
                .hasMessageContaining("other objects depend on it")
                .hasMessageContaining("view moods depends on table person");
        run("DROP VIEW many, moods");
        assertThatThrownBy(() -> rows("", "SELECT * FROM many")).hasMessageContaining("\"many\" does not exist");
    }

    @Test
    void definitionsThatAreRolledBackAreGoneFromTheCatalogs() throws SQLException {
        try (var connection = connect(server, "");
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("CREATE TYPE fit AS ENUM ('s', 'l')");
            statement.execute("CREATE TABLE shirt (s fit)");
            statement.execute("ALTER TABLE person RENAME COLUMN n TO amount");
            assertThat(rows(connection, "SELECT 'shirt'::regclass::text")).containsExactly("shirt");
            connection.rollback();
        }
        assertThat(rows("", "SELECT to_regclass('shirt'), to_regtype('fit')")).containsExactly("null null");
        assertThat(rows("", "SELECT attname FROM pg_attribute WHERE attrelid = 'person'::regclass AND attnum = 5"))
                .containsExactly("n");
    }

    /** Others refer to a key, and a copy has no defaults: such changes are not what the store would make of them. */
    @Test
    void changesThatCannotBeMadeFaithfullyAreRefused() throws SQLException {
        run("CREATE TABLE pet (id int PRIMARY KEY, owner int REFERENCES person ON DELETE CASCADE)");
        run("INSERT INTO pet VALUES (1, 1)");
        assertThatThrownBy(() -> run("UPDATE person SET id = id + 10 WHERE m IN (SELECT 'sad'::mood)"))
                .hasMessageContaining("primary key of \"person\"");
        assertThatThrownBy(() -> run("UPDATE person SET m = DEFAULT, n = n + 1 WHERE m IN (SELECT 'sad'::mood)"))
                .hasMessageContaining("default is not supported");
        assertThat(rows("", "SELECT id FROM pet")).containsExactly("1");
        assertThat(rows("", "SELECT m FROM person WHERE id = 1")).containsExactly("sad");

        // What PostgreSQL evaluates row by row, the store makes of its own rows.
        assertThatThrownBy(() -> run("UPDATE person SET id = id + 10 WHERE m = 'sad'"))
                .hasMessageContaining("pet_owner_fkey");
        run("UPDATE person SET m = DEFAULT, n = n + 1 WHERE m = 'sad'");
        assertThat(rows("", "SELECT m, n FROM person WHERE id = 1")).containsExactly("ok 2");
    }

    @Test
    void definitionsThatWouldChangeStoredRowsAreRefused() throws SQLException {
        for (String sql : List.of(
                "ALTER TYPE mood RENAME VALUE 'sad' TO 'add value'",
                "ALTER/* ADD VALUE */TYPE mood RENAME VALUE 'sad' TO 'blue'",
                "ALTER TYPE mood /* ADD VALUE */ RENAME VALUE 'sad' TO 'blue'",
                "DROP TYPE mood CASCADE -- all of it",
                "CREATE EXTENSION /* pure */ tablefunc",
                "DO $$ BEGIN CREATE TYPE t AS ENUM ('a'); CREATE EXTENSION tablefunc; END $$",
                "DO $$ BEGIN CREATE TYPE t AS ENUM ('a'); ALTER TYPE mood RENAME VALUE 'sad' TO 'b'; END $$",
                "ALTER TYPE mood RENAME VALUE 'sad' TO 'blue'",
                "ALTER TYPE mood RENAME TO humour")) {
            assertThatThrownBy(() -> run(sql))
                    .extracting(error -> ((SQLException) error).getSQLState())
                    .isEqualTo("0A000");
        }
        assertThatThrownBy(() -> run("DROP TYPE mood CASCADE"))
                .extracting(error -> ((SQLException) error).getSQLState())
                .isEqualTo("2BP01");
        run("CREATE TYPE size AS ENUM ('s', 'l')");
        run("DROP TYPE size CASCADE");
        run("ALTER TYPE mood ADD VALUE 'glad'");
        run("UPDATE person SET m = 'glad' WHERE id = 1");
        assertThat(rows("", "SELECT max(m) FROM person")).containsExactly("glad");
    }

    @Test
    void valuesAreReadInTheZoneOfTheSession() throws SQLException {
        run("CREATE TABLE span (id int PRIMARY KEY, during tstzrange)");
        run("SET TIME ZONE 'Europe/Paris'; INSERT INTO span VALUES (1, '[2026-01-01 12:00,)')");
        run("SET TIME ZONE INTERVAL '+05:00' HOUR TO MINUTE; INSERT INTO span VALUES (2, '[2026-01-01 12:00,)')");
        assertThat(rows(
                        SIMPLE,
                        "SELECT extract(epoch FROM lower(s.during) - lower(first.during)) / 3600 FROM span s"
                                + " JOIN span first ON first.id = 1 WHERE s.id = 2"))
                .extracting(hours -> (int) Double.parseDouble(hours))
                .containsExactly(-4);
        run("CREATE TABLE moment (id int PRIMARY KEY, at timestamptz)");
        run("SET TIME ZONE INTERVAL '+05:00' HOUR TO MINUTE; INSERT INTO moment VALUES (1, '2026-01-01 12:00')");
        assertThat(rows(SIMPLE, "SELECT DISTINCT extract(hour FROM at AT TIME ZONE 'UTC') FROM moment"))
                .containsExactly("7");
    }
}
