package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** An answer to a post, and somebody who looks for both. */
public final class CausalityViolation {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Posts. */
    public void post(Connection connection, int v) throws SQLException {
        write(connection, 0, v);
    }

    /** Answers what it read. */
    public void reply(Connection connection, int v) throws SQLException {
        read(connection, 0);
        write(connection, 1, v);
    }

    /** Looks for the answer first. */
    public int look(Connection connection) throws SQLException {
        int answer = read(connection, 1);
        return answer - read(connection, 0);
    }

    private static void write(Connection connection, int id, int value) throws SQLException {
        try (var update = connection.prepareStatement("UPDATE X SET v = ? WHERE id = ?")) {
            update.setInt(1, value);
            update.setInt(2, id);
            update.executeUpdate();
        }
    }

    private static int read(Connection connection, int id) throws SQLException {
        try (var select = connection.prepareStatement("SELECT v FROM X WHERE id = ?")) {
            select.setInt(1, id);
            try (var rows = select.executeQuery()) {
                return rows.next() ? rows.getInt("v") : 0;
            }
        }
    }
}
