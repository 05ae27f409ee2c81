package moirai.junit.examples;

import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.junit.assertions.MoiraiAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import moirai.history.level.Phenomenon;
import moirai.junit.recording.HistoryRecorder;
import moirai.junit.recording.RecordedTxn;
import moirai.junit.recording.RecordingDataSource;
import moirai.junit.weak.Call;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

class HistoriesOfYourOwnTest {

    private static RecordingDataSource shopDatabase(String name) throws SQLException {
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        var recording = RecordingDataSource.registers(h2);
        try (Connection connection = h2.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE stock (pieces INT)");
            statement.execute("INSERT INTO stock VALUES (0)");
        }
        return recording;
    }

    @Test
    void customersDoNotBuyTheSamePiece() throws SQLException {
        RecordingDataSource recording = shopDatabase("shop");
        var shop = new Shop(recording);
        try (Connection setUp = shop.open();
                Connection ann = shop.open();
                Connection bob = shop.open()) {
            shop.setStock(setUp, 10);
            long seenByAnn = shop.stock(ann);
            long seenByBob = shop.stock(bob);
            shop.setStock(ann, seenByAnn - 1);
            shop.setStock(bob, seenByBob - 2);
        }

        assertThat(recording.history()).satisfies(READ_COMMITTED);
        assertThatThrownBy(() -> assertThat(recording.history()).satisfies(SERIALIZABLE))
                .hasMessageStartingWith("verdict: INVALID · expected serializable");
    }

    @Test
    void customersBesideEachOther() throws Exception {
        RecordingDataSource recording = shopDatabase("crowd");
        recording.initially("stock", 0);
        var shop = new Shop(recording);
        var haveSeen = new CyclicBarrier(2);
        Call customer = () -> {
            try (Connection connection = shop.open()) {
                long seen = shop.stock(connection);
                haveSeen.await();
                shop.setStock(connection, seen - recording.element());
            }
        };
        recording.inParallel(3, customer, customer);

        assertThat(recording.history()).hasContention().hasAnomaly(Phenomenon.LOST_UPDATE);
    }

    @Test
    void appendsOfAnyStore() {
        HistoryRecorder recorder = HistoryRecorder.lists();
        RecordedTxn ann = recorder.begin("ann");
        RecordedTxn bob = recorder.begin("bob");
        ann.read("cart", List.of());
        bob.read("cart", List.of());
        ann.append("cart", 1);
        ann.committed();
        bob.append("cart", 2);
        bob.committed();
        try (RecordedTxn audit = recorder.begin("audit")) {
            audit.read("cart", List.of(1, 2));
            audit.committed();
        }
        assertThat(recorder.history()).hasAnomaly(Phenomenon.LOST_UPDATE);
    }
}
