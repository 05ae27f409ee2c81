package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** Two rows that are written apart and read together. */
public final class LongFork {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Writes one. */
    public void writeX(Connection connection, int v) throws SQLException {
        write(connection, 0, v);
    }

    /** Writes the other. */
    public void writeY(Connection connection, int v) throws SQLException {
        write(connection, 1, v);
    }

    /** Reads both. */
    public Both look(Connection connection) throws SQLException {
        return new Both(read(connection, 0), read(connection, 1));
    }

    /** The two values that were read. */
    public record Both(int first, int second) {}

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
