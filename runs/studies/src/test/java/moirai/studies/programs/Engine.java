package moirai.studies.programs;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Empty databases in this process, for one session each. */
enum Engine {
    MOCK_STORE("jdbc:moirai:mem:directed-%d?isolation=serializable"),
    H2("jdbc:h2:mem:directed-%d");

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final String url;

    Engine(String url) {
        this.url = url;
    }

    /** The code that fills the tables. */
    interface Load {
        void fill(Connection connection) throws SQLException;
    }

    /** A session on a new database with these tables, filled. */
    Connection open(List<String> schema, Load load) throws SQLException {
        Connection connection = DriverManager.getConnection(url.formatted(DATABASES.incrementAndGet()));
        try (var statement = connection.createStatement()) {
            for (String sql : schema) {
                statement.execute(sql);
            }
        }
        connection.setAutoCommit(false);
        load.fill(connection);
        connection.commit();
        return connection;
    }

    /** The one number that a query returns. */
    static int number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getInt(1);
        }
    }
}
