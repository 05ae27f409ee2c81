package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The unmodified driver of PostgreSQL, in all of its modes. */
class PgjdbcIT {

    private static final String SIMPLE = "preferQueryMode=simple";
    private static final String EXTENDED = "preferQueryMode=extended";
    private static final String PREPARED = "preferQueryMode=extendedForPrepared";
    private static final String CACHED = "preferQueryMode=extendedCacheEverything";
    private static final String BINARY = "prepareThreshold=1&binaryTransfer=true";
    private static final String FORCED = "prepareThreshold=-1";
    private static final String SAVED = "autosave=always";

    private final MockServer server =
            MockServer.start(TestDatabases.database(IsolationLevel.STRICT_SERIALIZABLE, 1), 0);

    @AfterEach
    void close() {
        server.close();
    }

    private Connection connect(String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + server.port() + "/mock?user=moirai&" + options);
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED, CACHED, BINARY, FORCED, SAVED})
    void valuesOfAllTypesComeBackAsTheyWere(String options) throws SQLException {
        try (var connection = connect(options)) {
            execute(
                    connection,
                    "CREATE TABLE things (id int PRIMARY KEY, small int2, big bigint, price numeric(12,4), real4 real,"
                            + " real8 double precision, name text, code varchar(10), flag boolean, day date,"
                            + " moment time, at timestamp, atz timestamptz, key uuid, data bytea)");
            try (var insert = connection.prepareStatement(
                    "INSERT INTO things VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
                for (int id = 0; id < 7; id++) {
                    Things.set(insert, id);
                    assertThat(insert.executeUpdate()).isEqualTo(1);
                }
            }
            try (var select = connection.prepareStatement("SELECT * FROM things WHERE id = ?")) {
                for (int id = 0; id < 7; id++) {
                    select.setInt(1, id);
                    try (var rows = select.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        Things.check(rows, id);
                        assertThat(rows.next()).isFalse();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED, CACHED, BINARY, FORCED, SAVED})
    void nullsOfAllTypesComeBackAsNulls(String options) throws SQLException {
        try (var connection = connect(options)) {
            execute(connection, "CREATE TABLE nulls (id int PRIMARY KEY, a int, b numeric, c text, d timestamp)");
            try (var insert = connection.prepareStatement("INSERT INTO nulls VALUES (?, ?, ?, ?, ?)")) {
                for (int id = 0; id < 7; id++) {
                    insert.setInt(1, id);
                    insert.setNull(2, Types.INTEGER);
                    insert.setNull(3, Types.NUMERIC);
                    insert.setNull(4, Types.VARCHAR);
                    insert.setNull(5, Types.TIMESTAMP);
                    insert.executeUpdate();
                }
            }
            assertThat(column(
                            connection,
                            "SELECT COUNT(*) FROM nulls WHERE a IS NULL AND b IS NULL AND c IS NULL"
                                    + " AND d IS NULL"))
                    .containsExactly("7");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED, CACHED, BINARY, FORCED, SAVED})
    void transactionsCommitAndRollBack(String options) throws SQLException {
        try (var connection = connect(options)) {
            execute(connection, "CREATE TABLE acts (id int PRIMARY KEY)");
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO acts VALUES (1)");
            connection.commit();
            execute(connection, "INSERT INTO acts VALUES (2)");
            connection.rollback();
            execute(connection, "INSERT INTO acts VALUES (3)");
            var savepoint = connection.setSavepoint("here");
            execute(connection, "INSERT INTO acts VALUES (4)");
            connection.rollback(savepoint);
            connection.commit();
            connection.setAutoCommit(true);

            assertThat(column(connection, "SELECT id FROM acts ORDER BY id")).containsExactly("1", "3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED, CACHED, BINARY, FORCED})
    void aFailedTransactionAcceptsOnlyItsRollback(String options) throws SQLException {
        try (var connection = connect(options)) {
            execute(connection, "CREATE TABLE fails (id int PRIMARY KEY)", "INSERT INTO fails VALUES (1)");
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> execute(connection, "INSERT INTO fails VALUES (1)"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("23505"));
            assertThatThrownBy(() -> execute(connection, "SELECT 1"))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("25P02"));
            connection.rollback();
            assertThat(column(connection, "SELECT id FROM fails")).containsExactly("1");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SAVED, SAVED + "&" + BINARY, SAVED + "&" + SIMPLE})
    void automaticSavepointsLetATransactionGoOn(String options) throws SQLException {
        try (var connection = connect(options)) {
            execute(connection, "CREATE TABLE saves (id int PRIMARY KEY)");
            connection.setAutoCommit(false);
            execute(connection, "INSERT INTO saves VALUES (1)");
            assertThatThrownBy(() -> execute(connection, "INSERT INTO saves VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> execute(connection, "SELECT nothing")).isInstanceOf(SQLException.class);
            execute(connection, "INSERT INTO saves VALUES (2)");
            connection.commit();
            assertThat(column(connection, "SELECT id FROM saves ORDER BY id")).containsExactly("1", "2");
            connection.commit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED, CACHED, BINARY, FORCED, SAVED, "reWriteBatchedInserts=true"})
    void batchesAndGeneratedKeysWork(String options) throws SQLException {
        try (var connection = connect(options)) {
            execute(connection, "CREATE TABLE keys (id serial PRIMARY KEY, name text)");
            try (var insert = connection.prepareStatement("INSERT INTO keys (name) VALUES (?)")) {
                for (int i = 0; i < 20; i++) {
                    insert.setString(1, "n" + i);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(20);
            }
            try (var insert = connection.prepareStatement(
                    "INSERT INTO keys (name) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
                insert.setString(1, "last");
                insert.executeUpdate();
                try (var generated = insert.getGeneratedKeys()) {
                    assertThat(generated.next()).isTrue();
                    assertThat(generated.getInt("id")).isEqualTo(21);
                }
            }
            assertThat(column(connection, "SELECT COUNT(*) FROM keys")).containsExactly("21");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {EXTENDED, CACHED, BINARY, FORCED, SAVED})
    void aFetchSizeBringsRowsInPortions(String options) throws SQLException {
        try (var connection = connect(options)) {
            execute(connection, "CREATE TABLE many (id int PRIMARY KEY)");
            try (var insert = connection.prepareStatement("INSERT INTO many VALUES (?)")) {
                for (int id = 0; id < 25; id++) {
                    insert.setInt(1, id);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.setAutoCommit(false);
            try (var select = connection.prepareStatement("SELECT id FROM many ORDER BY id")) {
                select.setFetchSize(10);
                try (var rows = select.executeQuery()) {
                    for (int id = 0; id < 25; id++) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(id);
                    }
                    assertThat(rows.next()).isFalse();
                }
            }
            connection.commit();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED, CACHED, BINARY})
    void whatTheDriverAsksByItselfIsAnswered(String options) throws SQLException {
        try (var connection = connect(options + "&ApplicationName=test")) {
            assertThat(connection.isValid(5)).isTrue();
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("PostgreSQL");
            assertThat(connection.getMetaData().getDatabaseMajorVersion()).isEqualTo(18);
            assertThat(connection.getSchema()).isEqualTo("public");
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getTransactionIsolation()).isPositive();
            connection.setReadOnly(true);
            connection.setReadOnly(false);
            connection.setClientInfo("ApplicationName", "other");
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    private static void execute(Connection connection, String... commands) throws SQLException {
        try (var statement = connection.createStatement()) {
            for (String command : commands) {
                statement.execute(command);
            }
        }
    }

    private static List<String> column(Connection connection, String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            while (rows.next()) {
                values.add(String.valueOf(rows.getString(1)));
            }
        }
        return values;
    }

    /** Rows that differ from each other in each column. */
    private static final class Things {

        private static void set(PreparedStatement insert, int id) throws SQLException {
            insert.setInt(1, id);
            insert.setShort(2, (short) -id);
            insert.setLong(3, 10_000_000_000L * id);
            insert.setBigDecimal(4, price(id));
            insert.setFloat(5, id + 0.25f);
            insert.setDouble(6, id / 3.0);
            insert.setString(7, "näme " + id);
            insert.setString(8, "c" + id);
            insert.setBoolean(9, id % 2 == 0);
            insert.setObject(10, day(id));
            insert.setObject(11, LocalTime.of(id, 2, 3, 4_000));
            insert.setObject(12, at(id));
            insert.setObject(13, at(id).atOffset(ZoneOffset.UTC));
            insert.setObject(14, new UUID(id, ~id));
            insert.setBytes(15, new byte[] {0, (byte) id, -1});
        }

        private static void check(ResultSet rows, int id) throws SQLException {
            assertThat(rows.getInt("id")).isEqualTo(id);
            assertThat(rows.getShort("small")).isEqualTo((short) -id);
            assertThat(rows.getLong("big")).isEqualTo(10_000_000_000L * id);
            assertThat(rows.getBigDecimal("price")).isEqualTo(price(id));
            assertThat(rows.getFloat("real4")).isEqualTo(id + 0.25f);
            assertThat(rows.getDouble("real8")).isEqualTo(id / 3.0);
            assertThat(rows.getString("name")).isEqualTo("näme " + id);
            assertThat(rows.getString("code")).isEqualTo("c" + id);
            assertThat(rows.getBoolean("flag")).isEqualTo(id % 2 == 0);
            assertThat(rows.getObject("day", LocalDate.class)).isEqualTo(day(id));
            assertThat(rows.getObject("moment", LocalTime.class)).isEqualTo(LocalTime.of(id, 2, 3, 4_000));
            assertThat(rows.getObject("at", LocalDateTime.class)).isEqualTo(at(id));
            assertThat(rows.getObject("atz", OffsetDateTime.class).toInstant())
                    .isEqualTo(at(id).toInstant(ZoneOffset.UTC));
            assertThat(rows.getObject("key", UUID.class)).isEqualTo(new UUID(id, ~id));
            assertThat(rows.getBytes("data")).containsExactly(0, id, -1);
        }

        private static BigDecimal price(int id) {
            return new BigDecimal("-12345.6789")
                    .multiply(BigDecimal.valueOf(id))
                    .setScale(4);
        }

        private static LocalDate day(int id) {
            return LocalDate.of(1999, 12, 29).plusDays(id);
        }

        private static LocalDateTime at(int id) {
            return LocalDateTime.of(1999, 12, 31, 23, 59, 57, 123_456_000).plusSeconds(id);
        }
    }
}
