package moirai.mockstore.jdbc.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.jdbc.MoiraiDataSource;
import org.junit.jupiter.api.Test;

class PlainJdbcTest implements Deposits {

    @Override
    public void prepare(MoiraiDataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL)");
            statement.executeUpdate("INSERT INTO account VALUES (1, " + BALANCE_BEFORE + ")");
        }
    }

    @Override
    public void deposit(MoiraiDataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            Account.deposit(connection, AMOUNT);
            connection.commit();
        }
    }

    @Override
    public int balance(MoiraiDataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return Account.balance(connection);
        }
    }

    @Override
    public boolean mayBeTriedAgain(Exception failure) {
        return failure instanceof SQLTransactionRollbackException;
    }

    @Test
    void aDepositIsLostAtReadCommitted() {
        assertThat(losses(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW)).isPositive();
    }

    @Test
    void noDepositIsLostAtSnapshotIsolation() {
        assertThat(losses(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION)).isZero();
    }
}
