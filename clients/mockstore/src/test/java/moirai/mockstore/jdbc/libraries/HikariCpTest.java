package moirai.mockstore.jdbc.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.mockstore.MockStore;
import moirai.mockstore.jdbc.MockDatabases;
import org.junit.jupiter.api.Test;

class HikariCpTest {

    private static final String NAME = "hikari-cp-test";

    /** Two deposits by two connections of the pool; whether one was lost. */
    private static boolean loses(String isolation, int seed) throws SQLException {
        var configuration = new HikariConfig();
        configuration.setJdbcUrl("jdbc:moirai:mem:" + NAME + "?isolation=" + isolation + "&seed=" + seed);
        configuration.setMaximumPoolSize(2);
        configuration.setAutoCommit(false);
        configuration.setPoolName(NAME);
        try (var pool = new HikariDataSource(configuration)) {
            MockStore store = MockDatabases.find(NAME).orElseThrow().store();
            try (Connection connection = pool.getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL)");
                statement.execute("INSERT INTO account VALUES (1, 100)");
                connection.commit();
            }
            store.checkpoint();
            try (Connection first = pool.getConnection();
                    Connection second = pool.getConnection()) {
                depositAtLast(first);
                depositAtLast(second);
            }
            store.checkpoint();
            try (Connection connection = pool.getConnection()) {
                return Account.balance(connection) != 120;
            }
        } finally {
            MockDatabases.drop(NAME);
        }
    }

    private static void depositAtLast(Connection connection) throws SQLException {
        for (int attempt = 0; attempt < Deposits.ATTEMPTS_MAX; attempt++) {
            try {
                Account.deposit(connection, 10);
                connection.commit();
                return;
            } catch (SQLException e) {
                assertThat(e.getSQLState()).isEqualTo("40001");
                connection.rollback();
            }
        }
        throw new AssertionError("no success in " + Deposits.ATTEMPTS_MAX + " attempts");
    }

    private static int losses(String isolation) throws SQLException {
        int losses = 0;
        for (int seed = 0; seed < 20; seed++) {
            losses += loses(isolation, seed) ? 1 : 0;
        }
        return losses;
    }

    @Test
    void aDepositIsLostAtReadCommitted() throws SQLException {
        assertThat(losses("read-committed")).isPositive();
    }

    @Test
    void noDepositIsLostAtSnapshotIsolation() throws SQLException {
        assertThat(losses("snapshot-isolation")).isZero();
    }
}
