package moirai.junit.fuzzing;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.JdbcClientFactory;
import moirai.clients.jdbc.JdbcOptions;
import moirai.clients.jdbc.Server;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.EmbeddedDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.dialects.SqliteDialect;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.junit.databases.Dialects;
import moirai.runs.Target;

/** A test's own data source as the database of a run. */
final class LentDatabase {

    private static final String MOCK_STORE = "jdbc:moirai:";

    /** A database in the memory of this process. SQLite's have one connection each, so sessions would not meet. */
    private static final Pattern IN_MEMORY = Pattern.compile("jdbc:(h2|hsqldb):mem:.*");

    /** A database in a file that this process opens. */
    private static final Pattern IN_FILE = Pattern.compile(
            "jdbc:(?:h2:file:|h2:(?=[/.~]|[A-Za-z]:[/\\\\])|hsqldb:file:|sqlite:(?:file:)?)(?<path>[^;?]+).*");

    /** The database and the level of a connection. */
    private record Seen(Endpoint endpoint, int level) {}

    private LentDatabase() {}

    /**
     * Returns the database, after its consent was looked for.
     *
     * @throws moirai.runs.consent.RefusedException if it exists outside of this process and there is no consent
     */
    static RunOfTest.Subject marked(DataSource dataSource, FuzzPlan plan) {
        return of(dataSource, plan, server -> {
            if (!isOfThisTest(server.endpoint().url())) {
                ConsentOfTest.require(server, plan.asked());
            }
            return server;
        });
    }

    /** Returns the database, which the test has made. */
    static RunOfTest.Subject own(DataSource dataSource, FuzzPlan plan) {
        return of(dataSource, plan, server -> server);
    }

    private static RunOfTest.Subject of(DataSource dataSource, FuzzPlan plan, Function<Server, Server> admitted) {
        var source = new Restoring(dataSource);
        Seen seen = look(source);
        SqlIsolation level = level(plan.asked().isolation(), seen);
        Dialect dialect = dialect(seen.endpoint(), level);
        ListStorage storage = ListStorage.DEFAULT.of(plan.workload().structure().model());
        dialect.grammar().require(storage);
        Server server = admitted.apply(Server.lent(seen.endpoint(), dialect, source));
        var clients = new Lent(server, storage);
        return new RunOfTest.Subject(new Target.Existing(seen.endpoint(), clients), level.label(), List.of());
    }

    private static Seen look(Restoring source) {
        try (Connection connection = source.getConnection()) {
            var facts = connection.getMetaData();
            String user = facts.getUserName() == null ? "" : facts.getUserName();
            return new Seen(
                    new Endpoint(String.valueOf(facts.getURL()), user, ""), connection.getTransactionIsolation());
        } catch (SQLException failed) {
            throw new ClientException("the data source gives no connection: " + failed.getMessage(), failed);
        }
    }

    private static SqlIsolation level(String asked, Seen seen) {
        if (!asked.isEmpty()) {
            return FuzzPlan.accepted("isolation", () -> SqlIsolation.parse(asked));
        }
        return Arrays.stream(SqlIsolation.values())
                .filter(level -> level.jdbcLevel() == seen.level())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("connections of " + seen.endpoint() + " have level "
                        + seen.level() + ", which is none of SQL's; name one in @FuzzDatabase(isolation)"));
    }

    private static Dialect dialect(Endpoint endpoint, SqlIsolation level) {
        Dialect dialect = Dialects.of(endpoint, level)
                .orElseThrow(() -> new IllegalArgumentException(
                        endpoint.url().startsWith(MOCK_STORE)
                                ? endpoint + " is a mock store, whose level stands in its URL; take"
                                        + " @FuzzDatabase(product = \"mock:LEVEL\")"
                                : "the data source leads to " + endpoint + "; " + Dialects.ACCEPTED));
        if (dialect instanceof SqliteDialect && level != SqlIsolation.SERIALIZABLE) {
            throw new IllegalArgumentException(
                    "@FuzzDatabase(isolation): '" + level.label() + "' is no level of SQLite; expected serializable");
        }
        return dialect;
    }

    /** Returns whether the database ends with this process, or with its temporary files. */
    static boolean isOfThisTest(String url) {
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

    /** The clients of a lent database. */
    private record Lent(Server server, ListStorage storage) implements Target.Clients {

        @Override
        public ClientFactory at(Endpoint endpoint, int sessions) {
            var options = new JdbcOptions(server.dialect(), storage, sessions, JdbcOptions.TIMEOUT_SECONDS_DEFAULT);
            var factory = new LentSessions(new JdbcClientFactory(server, options), sessions);
            return server.dialect() instanceof EmbeddedDialect
                    ? new LentTables(factory, server, storage, new LentTables.Ownership())
                    : factory;
        }
    }
}
