package example;

import static moirai.history.level.IsolationLevel.SERIALIZABLE;
import static moirai.junit.assertions.MoiraiAssertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.junit.recording.RecordingDataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** The history of a test's own transactions, judged. */
class RecordedTest {

    @Test
    void ticketsAreTakenOneAfterTheOther() throws Exception {
        var database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:recorded;DB_CLOSE_DELAY=-1;"
                + "INIT=CREATE TABLE IF NOT EXISTS tickets AS SELECT 1000 AS n");
        var recording = RecordingDataSource.registers(database).initially("tickets", 1000);
        recording.inParallel(100, () -> take(recording, 1), () -> take(recording, 2));
        assertThat(recording.history()).hasContention().satisfies(SERIALIZABLE);
    }

    private static void take(RecordingDataSource recording, int count) throws SQLException {
        try (Connection connection = recording.getConnection()) {
            connection.setAutoCommit(false);
            var row = connection.createStatement().executeQuery("SELECT n FROM tickets FOR UPDATE");
            row.next();
            recording.read("tickets", row.getInt(1));
            recording.write("tickets", row.getInt(1) - count);
            connection.createStatement().execute("UPDATE tickets SET n = " + (row.getInt(1) - count));
            connection.commit();
        }
    }
}
