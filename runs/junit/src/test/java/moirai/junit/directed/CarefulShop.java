package moirai.junit.directed;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A shop that notices a change in between by a number of versions, and then sells nothing. */
public final class CarefulShop {

    static final String TABLES = "CREATE TABLE article (id INT PRIMARY KEY, pieces INT NOT NULL, version INT NOT NULL)";

    private final DataSource dataSource;

    public CarefulShop(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Sells a piece; rolls back if the article was changed in between. */
    public void sell(int id) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            int pieces;
            int version;
            try (var read = connection.prepareStatement("SELECT pieces, version FROM article WHERE id = ?")) {
                read.setInt(1, id);
                var rows = read.executeQuery();
                rows.next();
                pieces = rows.getInt(1);
                version = rows.getInt(2);
            }
            try (var write = connection.prepareStatement(
                    "UPDATE article SET pieces = ?, version = ? WHERE id = ? AND version = ?")) {
                write.setInt(1, pieces - 1);
                write.setInt(2, version + 1);
                write.setInt(3, id);
                write.setInt(4, version);
                if (write.executeUpdate() == 0) {
                    throw new IllegalStateException("changed in between");
                }
            }
            connection.commit();
        }
    }
}
