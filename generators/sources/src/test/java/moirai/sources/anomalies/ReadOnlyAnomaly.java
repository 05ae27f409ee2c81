package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** Two accounts: a withdrawal that looks at both, a deposit, and a report. */
public final class ReadOnlyAnomaly {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Takes from the first account after a look at both. */
    public void withdraw(Connection connection, int v) throws SQLException {
        int total = read(connection, 0) + read(connection, 1);
        if (total >= 0) {
            write(connection, 0, v);
        }
    }

    /** Sets the second account after a look at it. */
    public void deposit(Connection connection, int v) throws SQLException {
        read(connection, 1);
        write(connection, 1, v);
    }

    /** Reads both. */
    public int report(Connection connection) throws SQLException {
        return read(connection, 0) + read(connection, 1);
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
