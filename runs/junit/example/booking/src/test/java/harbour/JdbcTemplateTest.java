package harbour;

import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Doctors on call, with Spring's JDBC and no application context. */
class JdbcTemplateTest {

    private JdbcTemplate jdbc;
    private TransactionTemplate transaction;

    @BeforeEach
    void fill(WeakStore store) {
        jdbc = new JdbcTemplate(store.dataSource());
        transaction = new TransactionTemplate(new DataSourceTransactionManager(store.dataSource()));
        jdbc.execute("CREATE TABLE doctor (name VARCHAR(20) PRIMARY KEY, on_call BOOLEAN NOT NULL)");
        jdbc.batchUpdate("INSERT INTO doctor VALUES ('Ann', true)", "INSERT INTO doctor VALUES ('Bob', true)");
    }

    private int onCall() {
        Integer count = jdbc.queryForObject("SELECT count(*) FROM doctor WHERE on_call", Integer.class);
        return count == null ? 0 : count;
    }

    private void leave(String name) {
        transaction.executeWithoutResult(status -> {
            if (onCall() > 1) {
                jdbc.update("UPDATE doctor SET on_call = false WHERE name = ?", name);
            }
        });
    }

    @IsolationTest(holdsFrom = SERIALIZABLE)
    void somebodyIsOnCall(WeakStore store) throws Exception {
        store.inParallel(() -> leave("Ann"), () -> leave("Bob"));
        assertThat(onCall()).isPositive();
    }

    private void leaveLocked(String name) {
        transaction.executeWithoutResult(status -> {
            if (jdbc.queryForList("SELECT name FROM doctor WHERE on_call ORDER BY name FOR UPDATE")
                            .size()
                    > 1) {
                jdbc.update("UPDATE doctor SET on_call = false WHERE name = ?", name);
            }
        });
    }

    @IsolationTest
    void somebodyIsOnCallWithLocks(WeakStore store) throws Exception {
        store.inParallel(() -> leaveLocked("Ann"), () -> leaveLocked("Bob"));
        assertThat(onCall()).isPositive();
    }
}
