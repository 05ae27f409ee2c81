package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** Two rows that are written together and read together, through statements without parameters. */
public final class FracturedRead {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Writes both. */
    public void writeBoth(Connection connection, int v, int w) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE X SET v = " + v + " WHERE id = 0");
            statement.executeUpdate("UPDATE X SET v = " + w + " WHERE id = 1");
        }
    }

    /** Reads both. */
    public int readBoth(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            int sum = 0;
            try (var first = statement.executeQuery("SELECT v FROM X WHERE id = 0")) {
                if (first.next()) {
                    sum += first.getInt(1);
                }
            }
            try (var second = statement.executeQuery("SELECT v FROM X WHERE id = 1")) {
                if (second.next()) {
                    sum += second.getInt(1);
                }
            }
            return sum;
        }
    }
}
