package moirai.junit.fuzzing;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
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
import moirai.junit.databases.ConsentOfTest;
import moirai.junit.databases.Dialects;
import moirai.junit.databases.Restoring;
import moirai.junit.databases.SeenDatabase;
import moirai.runs.Target;

/** A test's own data source as the database of a run. */
final class LentDatabase {

    private static final String MOCK_STORE = "jdbc:moirai:";

    private LentDatabase() {}

    /**
     * Returns the database, after its consent was looked for.
     *
     * @throws moirai.runs.consent.RefusedException if it exists outside of this process and there is no consent
     */
    static RunOfTest.Subject marked(DataSource dataSource, FuzzPlan plan) {
        return of(dataSource, plan, server -> {
            if (!SeenDatabase.isOfThisTest(server.endpoint().url())) {
                ConsentOfTest.require(server, plan.permissions());
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
        SeenDatabase seen = SeenDatabase.of(source);
        SqlIsolation level = level(plan.asked().isolation(), seen);
        Dialect dialect = dialect(seen.endpoint(), level);
        ListStorage storage = ListStorage.DEFAULT.of(plan.workload().structure().model());
        dialect.grammar().require(storage);
        Server server = admitted.apply(Server.lent(seen.endpoint(), dialect, source));
        var clients = new Lent(server, storage);
        String place = dialect instanceof EmbeddedDialect
                ? SeenDatabase.place(seen.endpoint().url())
                : "";
        return new RunOfTest.Subject(new Target.Existing(seen.endpoint(), clients), level.label(), List.of(), place);
    }

    private static SqlIsolation level(String asked, SeenDatabase seen) {
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
