package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** A seat that is booked if no seat is. */
public final class PhantomWriteSkew {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Books. */
    public boolean book(Connection connection, int seat) throws SQLException {
        try (var count = connection.prepareStatement("SELECT COUNT(*) FROM X");
                var rows = count.executeQuery()) {
            rows.next();
            boolean isFree = switch (rows.getInt(1)) {
                case 0 -> true;
                default -> false;
            };
            if (!isFree) {
                return false;
            }
        }
        try (var insert = connection.prepareStatement("""
                INSERT INTO X (id, v)
                VALUES (?, 1)
                """)) {
            insert.setInt(1, seat);
            return insert.executeUpdate() > 0;
        }
    }
}
