package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** Two rows that are written together. */
public final class DirtyWrite {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Writes both. */
    public void writeBoth(Connection connection, int v, int w) throws SQLException {
        write(connection, 0, v);
        write(connection, 1, w);
    }

    private static void write(Connection connection, int id, int value) throws SQLException {
        try (var update = connection.prepareStatement("UPDATE X SET v = ? WHERE id = ?")) {
            update.setInt(1, value);
            update.setInt(2, id);
            update.executeUpdate();
        }
    }
}
