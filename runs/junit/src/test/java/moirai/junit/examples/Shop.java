package moirai.junit.examples;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.junit.recording.RecordingDataSource;

/** A service with a bug: two customers can buy the last piece, since nothing locks the stock that was read. */
final class Shop {

    private final RecordingDataSource dataSource;

    Shop(RecordingDataSource dataSource) {
        this.dataSource = dataSource;
    }

    Connection open() throws SQLException {
        Connection connection = dataSource.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    long stock(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT pieces FROM stock")) {
            rows.next();
            long pieces = rows.getLong(1);
            dataSource.on(connection).read("stock", pieces);
            return pieces;
        }
    }

    void setStock(Connection connection, long pieces) throws SQLException {
        dataSource.on(connection).write("stock", pieces);
        try (var update = connection.prepareStatement("UPDATE stock SET pieces = ?")) {
            update.setLong(1, pieces);
            update.executeUpdate();
        }
        connection.commit();
    }
}
