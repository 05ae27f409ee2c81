package moirai.observation.classes;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import moirai.observation.txns.ObservationException;
import org.h2.jdbcx.JdbcConnectionPool;

/**
 * A new database in memory, which is gone when it is closed. Names keep their letters, as in the SQL that makes them.
 */
public final class EmbeddedDatabase implements AutoCloseable {

    /** The name of plain H2. */
    static final String PLAIN = "h2";

    /** The modes of H2, as its documentation lists them ("Compatibility Modes"). */
    private static final List<String> MODES =
            List.of("db2", "derby", "hsqldb", "mariadb", "mssqlserver", "mysql", "oracle", "postgresql");

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final JdbcConnectionPool pool;

    private EmbeddedDatabase(String mode) {
        String url = "jdbc:h2:mem:moirai-observed-" + NUMBERS.incrementAndGet()
                + ";DB_CLOSE_DELAY=-1;DATABASE_TO_UPPER=FALSE;CASE_INSENSITIVE_IDENTIFIERS=TRUE" + mode;
        pool = JdbcConnectionPool.create(url, "sa", "");
    }

    /** Opens a database of a product: {@code h2}, or {@code h2:MODE}. */
    public static EmbeddedDatabase of(String product) {
        String name = product.toLowerCase(Locale.ROOT);
        if (name.equals(PLAIN)) {
            return new EmbeddedDatabase("");
        }
        String mode = name.startsWith(PLAIN + ":") ? name.substring(PLAIN.length() + 1) : "";
        if (!MODES.contains(mode)) {
            throw new ObservationException("database '" + product
                    + "': expected h2, or h2:MODE to behave as another product, with one of " + MODES);
        }
        return new EmbeddedDatabase(";MODE=" + mode);
    }

    /** Returns the source of its connections. */
    public DataSource source() {
        return pool;
    }

    /** Makes tables. */
    public void define(List<String> definitions) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            for (String definition : definitions) {
                statement.execute(definition);
            }
        } catch (SQLException refused) {
            throw new ObservationException(
                    "the tables cannot be made in H2: "
                            + String.valueOf(refused.getMessage()).strip()
                            + "; expected SQL that H2 takes, or that of the product which h2:MODE names",
                    refused);
        }
    }

    @Override
    public void close() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException failed) {
            throw new IllegalStateException("a database in memory cannot be closed", failed);
        } finally {
            pool.dispose();
        }
    }
}
