package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** A row that is written twice. */
public final class IntermediateRead {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Writes a value that does not stay. */
    public void writeTwice(Connection connection, int v, int w) throws SQLException {
        for (int value : new int[] {v, w}) {
            write(connection, 0, value);
        }
    }

    /** Reads. */
    public int read(Connection connection) throws SQLException {
        return read(connection, 0);
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
