package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;

/** Doctors who leave if another one stays: two may leave at the same time. */
public final class OnCall {

    static final String TABLES = "CREATE TABLE doctor (id INT PRIMARY KEY, on_call INT NOT NULL)";

    private OnCall() {}

    /** Leaves, if the other one is on call. */
    public static void leave(Connection connection, int id, int other) throws SQLException {
        connection.setAutoCommit(false);
        int stays;
        try (var read = connection.prepareStatement("SELECT on_call FROM doctor WHERE id = ?")) {
            read.setInt(1, other);
            var rows = read.executeQuery();
            rows.next();
            stays = rows.getInt(1);
        }
        if (stays == 1) {
            try (var write = connection.prepareStatement("UPDATE doctor SET on_call = 0 WHERE id = ?")) {
                write.setInt(1, id);
                write.executeUpdate();
            }
        }
        connection.commit();
    }
}
