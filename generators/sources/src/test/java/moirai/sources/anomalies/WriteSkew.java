package moirai.sources.anomalies;

import java.sql.Connection;
import java.sql.SQLException;

/** Two rows, each copied to the other, by a helper that is given what to do. */
public final class WriteSkew {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    /** Copies the first to the second. */
    public void copyX(Connection connection) throws SQLException {
        inTransaction(connection, inside -> copy(inside, 0, 1));
    }

    /** Copies the second to the first. */
    public void copyY(Connection connection) throws SQLException {
        inTransaction(connection, inside -> copy(inside, 1, 0));
    }

    /** The work of a transaction on a connection. */
    private interface Work {
        void run(Connection connection) throws SQLException;
    }

    private static void inTransaction(Connection connection, Work work) throws SQLException {
        connection.setAutoCommit(false);
        try {
            work.run(connection);
            connection.commit();
        } catch (SQLException failed) {
            connection.rollback();
            throw failed;
        }
    }

    private static void copy(Connection connection, int from, int to) throws SQLException {
        try (var select = connection.prepareStatement("SELECT v FROM X WHERE id = ?");
                var update = connection.prepareStatement("UPDATE X SET v = ? WHERE id = ?")) {
            select.setInt(1, from);
            var rows = select.executeQuery();
            while (rows.next()) {
                update.setInt(1, rows.getInt(1));
                update.setInt(2, to);
                update.executeUpdate();
            }
        }
    }
}
