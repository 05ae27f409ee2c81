package example;

import static moirai.history.level.IsolationLevel.CAUSAL;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import moirai.junit.EveryBehaviour;
import moirai.junit.IsolationTest;
import moirai.junit.WeakStore;
import org.junit.jupiter.api.BeforeEach;

/** Two people book the last seat. */
class SeatsTest {

    @BeforeEach
    void oneSeat(WeakStore store) {
        store.execute("CREATE TABLE booking (id INT PRIMARY KEY)");
    }

    @IsolationTest(
            levels = {CAUSAL, SERIALIZABLE},
            holdsFrom = SERIALIZABLE)
    void areBookedOnce(WeakStore store) throws Exception {
        store.inParallel(() -> book(store.dataSource(), 1), () -> book(store.dataSource(), 2));
        assertThat(store.number("SELECT count(*) FROM booking")).isLessThan(2);
    }

    @EveryBehaviour(
            level = {CAUSAL, SERIALIZABLE},
            holdsFrom = SERIALIZABLE)
    void areAlwaysBookedOnce(WeakStore store) throws Exception {
        areBookedOnce(store);
    }

    private static void book(DataSource source, int id) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            var rows = connection.createStatement().executeQuery("SELECT count(*) FROM booking");
            rows.next();
            if (rows.getInt(1) == 0) {
                connection.createStatement().executeUpdate("INSERT INTO booking VALUES (" + id + ")");
            }
            connection.commit();
        }
    }
}
