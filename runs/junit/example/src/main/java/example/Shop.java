package example;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A service with a bug: two customers can buy the same piece, since nothing locks the stock that was read. */
public class Shop {

    static final String TABLES = "CREATE TABLE stock (id INT PRIMARY KEY, pieces INT NOT NULL)";

    private final DataSource dataSource;

    public Shop(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Sells a piece, if there is one. */
    public void sell(int id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            int pieces;
            try (var read = connection.prepareStatement("SELECT pieces FROM stock WHERE id = ?")) {
                read.setInt(1, id);
                var rows = read.executeQuery();
                rows.next();
                pieces = rows.getInt(1);
            }
            if (pieces > 0) {
                try (var write = connection.prepareStatement("UPDATE stock SET pieces = ? WHERE id = ?")) {
                    write.setInt(1, pieces - 1);
                    write.setInt(2, id);
                    write.executeUpdate();
                }
            }
            connection.commit();
        }
    }
}
