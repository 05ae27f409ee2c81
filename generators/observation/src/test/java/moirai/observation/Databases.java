package moirai.observation;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import moirai.observation.recording.RecordedSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** Databases in memory, one for each test. */
final class Databases {

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private Databases() {}

    static DataSource empty() {
        return JdbcConnectionPool.create(
                "jdbc:h2:mem:observed" + NUMBERS.incrementAndGet() + ";DB_CLOSE_DELAY=-1", "sa", "");
    }

    static RecordedSource with(String... definitions) throws SQLException {
        DataSource source = empty();
        try (var connection = source.getConnection();
                var statement = connection.createStatement()) {
            for (String definition : definitions) {
                statement.execute(definition);
            }
        }
        return new RecordedSource(source);
    }
}
