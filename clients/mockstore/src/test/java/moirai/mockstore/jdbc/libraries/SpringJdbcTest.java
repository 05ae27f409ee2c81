package moirai.mockstore.jdbc.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.jdbc.MoiraiDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

class SpringJdbcTest implements Deposits {

    @Override
    public void prepare(MoiraiDataSource source) {
        var jdbc = new JdbcTemplate(source);
        jdbc.execute("CREATE TABLE account (id integer PRIMARY KEY, balance integer NOT NULL)");
        jdbc.update("INSERT INTO account VALUES (?, ?)", 1, BALANCE_BEFORE);
    }

    @Override
    public void deposit(MoiraiDataSource source) {
        var jdbc = new JdbcTemplate(source);
        var txn = new TransactionTemplate(new JdbcTransactionManager(source));
        txn.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        txn.executeWithoutResult(status -> {
            int balance = balance(source);
            jdbc.update("UPDATE account SET balance = ? WHERE id = ?", balance + AMOUNT, 1);
        });
    }

    @Override
    public int balance(MoiraiDataSource source) {
        return Objects.requireNonNull(
                new JdbcTemplate(source).queryForObject("SELECT balance FROM account WHERE id = ?", Integer.class, 1));
    }

    @Override
    public boolean mayBeTriedAgain(Exception failure) {
        return failure instanceof ConcurrencyFailureException;
    }

    @Test
    void aDepositIsLostAtReadCommitted() {
        assertThat(losses(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW)).isPositive();
    }

    @Test
    void noDepositIsLostAtSnapshotIsolation() {
        assertThat(losses(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION)).isZero();
    }

    @Test
    void errorsAreTranslatedAsThoseOfPostgresAre() {
        var source = Deposits.source(IsolationLevel.STRICT_SERIALIZABLE, 1);
        prepare(source);
        var jdbc = new JdbcTemplate(source);

        assertThatThrownBy(() -> jdbc.update("INSERT INTO account VALUES (1, 0)"))
                .isInstanceOf(DuplicateKeyException.class);
        assertThatThrownBy(() -> jdbc.update("INSERT INTO nowhere VALUES (1, 0)"))
                .isInstanceOf(BadSqlGrammarException.class);
    }
}
