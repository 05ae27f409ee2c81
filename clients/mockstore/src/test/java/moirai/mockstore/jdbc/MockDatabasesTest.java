package moirai.mockstore.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.Schedule;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreListener;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.choice.Policy;
import moirai.mockstore.sql.SqlDatabase;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MockDatabasesTest {

    private static final String NAME = "mock-databases-test";
    private static final String URL = "jdbc:moirai:mem:" + NAME;

    @AfterEach
    void forget() {
        MockDatabases.drop(NAME);
    }

    private static StoreOptions options() {
        return MockDatabases.find(NAME).orElseThrow().store().options();
    }

    @Test
    void theFirstConnectionMakesTheStoreAndTheLastOneLeavesIt() throws SQLException {
        assertThat(MockDatabases.find(NAME)).isEmpty();
        DriverManager.getConnection(URL + "?isolation=si&seed=2a&policy=latest").close();
        SqlDatabase made = MockDatabases.find(NAME).orElseThrow();

        try (var again = DriverManager.getConnection(URL)) {
            assertThat(again.unwrap(SqlDatabase.class)).isSameAs(made);
            assertThat(again.unwrap(MockStore.class)).isSameAs(made.store());
        }
        assertThat(options().level().guarantee()).isEqualTo(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);
        assertThat(options().seed()).isEqualTo(new Seed(42));
        assertThat(MockDatabases.drop(NAME)).isTrue();
        assertThat(MockDatabases.drop(NAME)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void everyPolicyIsAnOption(Policy policy) throws SQLException {
        String made = URL + "?policy=" + policy.label();
        DriverManager.getConnection(made).close();

        DriverManager.getConnection(made).close();
        assertThat(MockDatabases.drop(NAME)).isTrue();
    }

    @Test
    void theScheduleIsAnOptionToo() throws SQLException {
        DriverManager.getConnection(URL + "?schedule=lock-step&sessions=3&delay=4&wait=50")
                .close();

        assertThat(options().schedule())
                .isEqualTo(Schedule.lockStep(3).withDelay(4).withWait(50));
    }

    @Test
    void anOptionThatContradictsHowTheStoreWasMadeIsRefused() throws SQLException {
        DriverManager.getConnection(URL + "?isolation=causal&seed=7").close();

        DriverManager.getConnection(URL + "?seed=7").close();
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?isolation=serializable"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("was made with isolation=causal, not with isolation=serializable");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?policy=latest"))
                .hasMessageContaining("was made with no policy");
    }

    @Test
    void whatIsUnknownOrImpossibleIsRefusedWithWhatWouldBeAccepted() {
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?isolatoin=causal"))
                .hasMessageContaining("no option 'isolatoin'")
                .hasMessageContaining("isolation, seed, policy, schedule");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?isolation=strong"))
                .hasMessageContaining("isolation=strong is not possible; accepted are: read-committed, read-atomic");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?seed=x")).hasMessageContaining("hexadecimal");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?sessions=3"))
                .hasMessageContaining("schedule=lock-step");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?schedule=lock-step"))
                .hasMessageContaining("sessions=0 is not possible");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?seed=1&seed=2"))
                .hasMessageContaining("'seed' is given twice");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + ";isolation=serializable"))
                .hasMessageContaining("NAME?option=value");
        assertThatThrownBy(() -> DriverManager.getConnection(URL + "?seed=%zz"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("'%zz'");
        assertThatThrownBy(() -> DriverManager.getConnection("jdbc:moirai:file:x"))
                .hasMessageContaining("write jdbc:moirai:mem:NAME");
        assertThat(MockDatabases.find(NAME)).isEmpty();
    }

    @Test
    void whatADriverDoesNotHaveIsRefusedByName() throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL)) {
            assertThatThrownBy(() -> connection.prepareCall("{call x}"))
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessageContaining("Connection.prepareCall(String) is not supported")
                    .extracting(failure -> ((SQLException) failure).getSQLState())
                    .isEqualTo("0A000");
        }
    }

    /** A framework may catch the exception: only the listener knows then. */
    @Test
    void aListenerIsToldOfEachCallThatIsNotSupported() throws SQLException {
        var told = new ArrayList<String>();
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement query = connection.prepareStatement("SELECT 1")) {
            MockDatabases.find(NAME).orElseThrow().store().listen(new StoreListener() {
                @Override
                public void refusedCall(int session, String call, StoreException refusal) {
                    told.add(call + " " + refusal.sqlState());
                }
            });
            List<ThrowingCallable> calls = List.of(
                    () -> connection.prepareCall("{call x}"),
                    () -> connection.setTypeMap(Map.of("a", String.class)),
                    () -> connection.setShardingKey(null),
                    () -> query.setRef(1, null),
                    () -> query.executeQuery().getRef(1),
                    () -> query.execute("SELECT 1"));
            for (ThrowingCallable call : calls) {
                assertThatThrownBy(call)
                        .isInstanceOf(SQLFeatureNotSupportedException.class)
                        .extracting(failure -> ((SQLException) failure).getSQLState())
                        .isEqualTo("0A000");
            }
        }
        assertThat(told)
                .containsExactly(
                        "Connection.prepareCall(String) 0A000",
                        "Connection.setTypeMap(Map) 0A000",
                        "Connection.setShardingKey(ShardingKey) 0A000",
                        "PreparedStatement.setRef(int, Ref) 0A000",
                        "ResultSet.getRef(int) 0A000",
                        "PreparedStatement.execute(String) 0A000");
    }

    /** The store tells of SQL by itself. */
    @Test
    void whatTheStoreRefusesIsToldOnce() throws SQLException {
        var told = new ArrayList<String>();
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            MockDatabases.find(NAME).orElseThrow().store().listen(new StoreListener() {
                @Override
                public void refused(int session, String sql, StoreException refusal) {
                    told.add(sql);
                }

                @Override
                public void refusedCall(int session, String call, StoreException refusal) {
                    told.add(call);
                }
            });
            assertThatThrownBy(() -> statement.execute("LISTEN x")).isInstanceOf(SQLException.class);
        }
        assertThat(told).containsExactly("LISTEN x");
    }

    /** As Spring does after a transaction, with a connection that was opened when the store had another level. */
    @Test
    void aConnectionCanBePutBackAfterTheStoreHasChangedItsLevel() throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL + "?isolation=serializable")) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            var database = MockDatabases.find(NAME).orElseThrow();
            database.keep();
            database.reset(StoreOptions.uniform(IsolationLevel.CAUSAL, new Seed(1)));

            int before = connection.getTransactionIsolation();
            assertThat(before).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
            for (int asked : List.of(Connection.TRANSACTION_READ_UNCOMMITTED, Connection.TRANSACTION_READ_COMMITTED)) {
                connection.setTransactionIsolation(asked);
                assertThat(connection.getTransactionIsolation()).isEqualTo(asked);
                connection.setTransactionIsolation(before);
            }
            assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ))
                    .isInstanceOf(SQLFeatureNotSupportedException.class);
        }
    }

    @Test
    void aClosedConnectionSaysSo() throws SQLException {
        Connection connection = DriverManager.getConnection(URL);
        assertThat(connection.isValid(1)).isTrue();
        connection.close();
        connection.close();

        assertThat(connection.isClosed()).isTrue();
        assertThat(connection.isValid(1)).isFalse();
        assertThatThrownBy(connection::createStatement)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("the connection is closed");
    }

    @Test
    void aLevelMayBeAskedForIfTheStoreGivesAtLeastThat() throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL + "?isolation=snapshot-isolation")) {
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
            connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);

            assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE))
                    .hasMessageContaining("transactions of this store are snapshot-isolation")
                    .hasMessageContaining("isolation=serializable");
            assertThatThrownBy(() -> connection.setTransactionIsolation(3)).hasMessageContaining("isolation level 3");
        }
    }

    /** PostgreSQL would give the other level. */
    @Test
    void atTheLevelOfAProductAWeakerLevelIsRefusedAsWell() throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL + "?isolation=postgres-repeatable-read");
                Statement statement = connection.createStatement()) {
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);

            assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED))
                    .hasMessageContaining("isolation=postgres-read-committed");
            assertThatThrownBy(() -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE))
                    .hasMessageContaining("isolation=serializable");
            assertThatThrownBy(() -> statement.execute("BEGIN ISOLATION LEVEL READ COMMITTED"))
                    .hasMessageContaining("read committed is not supported");
        }
    }
}
