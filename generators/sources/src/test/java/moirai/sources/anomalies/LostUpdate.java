package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** A sum that is read, and written with an amount added. */
public final class LostUpdate {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Takes a payment. */
    public void payment(Connection connection, int amount) throws SQLException {
        try (var select = connection.prepareStatement("SELECT v FROM X WHERE id = 0");
                var rows = select.executeQuery()) {
            if (!rows.next()) {
                throw new SQLException("no row");
            }
            var balance = rows.getInt("v");
            try (var update = connection.prepareStatement("UPDATE X SET v = ? WHERE id = 0")) {
                update.setInt(1, balance + amount);
                update.executeUpdate();
            }
        }
    }
}
