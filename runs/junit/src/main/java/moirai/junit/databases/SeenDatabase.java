package moirai.junit.databases;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;

/**
 * The database to which a data source leads, and the level of its connections as JDBC numbers it.
 */
public record SeenDatabase(Endpoint endpoint, int level) {

    /** A database in the memory of this process. SQLite's have one connection each, so sessions would not meet. */
    private static final Pattern IN_MEMORY = Pattern.compile("jdbc:(h2|hsqldb):mem:.*");

    /** A database in a file that this process opens. */
    private static final Pattern IN_FILE = Pattern.compile(
            "jdbc:(?:h2:file:|h2:(?=[/.~]|[A-Za-z]:[/\\\\])|hsqldb:file:|sqlite:(?:file:)?)(?<path>[^;?]+).*");

    /**
     * Looks at one connection.
     *
     * @throws ClientException if the data source gives none
     */
    public static SeenDatabase of(DataSource source) {
        try (Connection connection = source.getConnection()) {
            var facts = connection.getMetaData();
            String user = facts.getUserName() == null ? "" : facts.getUserName();
            return new SeenDatabase(
                    new Endpoint(String.valueOf(facts.getURL()), user, ""), connection.getTransactionIsolation());
        } catch (SQLException failed) {
            throw new ClientException("the data source gives no connection: " + failed.getMessage(), failed);
        }
    }

    /** Returns whether the database ends with this process, or with its temporary files. */
    public static boolean isOfThisTest(String url) {
        if (IN_MEMORY.matcher(url).matches()) {
            return true;
        }
        var file = IN_FILE.matcher(url);
        if (!file.matches() || file.group("path").startsWith("~")) {
            return false;
        }
        Path temporary =
                Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath().normalize();
        return Path.of(file.group("path")).toAbsolutePath().normalize().startsWith(temporary);
    }
}
