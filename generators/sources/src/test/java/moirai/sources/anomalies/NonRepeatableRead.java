package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** A row that is read twice. */
public final class NonRepeatableRead {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Writes. */
    public void write(Connection connection, int v) throws SQLException {
        write(connection, 0, v);
    }

    /** Returns whether the value changed between two reads. */
    public boolean readTwice(Connection connection) throws SQLException {
        int before = read(connection, 0);
        return before == read(connection, 0);
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
