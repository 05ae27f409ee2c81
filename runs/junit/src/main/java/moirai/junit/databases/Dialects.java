package moirai.junit.databases;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.Dialect;
import moirai.clients.jdbc.dialects.Failures;
import moirai.clients.jdbc.dialects.H2Dialect;
import moirai.clients.jdbc.dialects.HsqldbDialect;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.dialects.SqliteDialect;
import moirai.clients.jdbc.dialects.Strangers;
import moirai.history.Outcome;
import moirai.runs.consent.ProductionNames;

/** The dialects that Moirai speaks. */
public final class Dialects {

    /** The URLs that have a dialect, for messages. */
    public static final String ACCEPTED =
            "expected jdbc:h2:, jdbc:hsqldb: or jdbc:sqlite: in this process," + " jdbc:postgresql: or jdbc:mariadb:";

    /** The SQLSTATE of a COMMIT that any database refuses with certainty. */
    private static final String REFUSED = "40001";

    private Dialects() {}

    /** Returns what a failed COMMIT proves, by the product's own codes where Moirai knows them. */
    public static Outcome ofFailedCommit(Connection connection, SQLException failed) {
        return url(connection)
                .flatMap(url -> of(new Endpoint(url, "", ""), SqlIsolation.SERIALIZABLE))
                .map(dialect -> dialect.outcome(Failures.Phase.COMMIT, failed))
                .orElseGet(() -> {
                    String state = Objects.requireNonNullElse(failed.getSQLState(), "none");
                    return state.equals(REFUSED) ? new Outcome.Aborted(state) : new Outcome.Indeterminate(state);
                });
    }

    private static Optional<String> url(Connection connection) {
        try {
            return Optional.ofNullable(connection.getMetaData().getURL());
        } catch (SQLException lost) {
            return Optional.empty();
        }
    }

    /**
     * Returns the dialect of the database at an endpoint; empty if Moirai speaks none for it.
     *
     * @param level the level that sessions ask for; SQLite has one level, whatever is asked
     */
    public static Optional<Dialect> of(Endpoint endpoint, SqlIsolation level) {
        String[] parts = endpoint.url().split(":", 3);
        return switch (parts.length < 3 ? "" : parts[1]) {
            case "h2" -> Optional.of(new H2Dialect(level));
            case "hsqldb" -> Optional.of(new HsqldbDialect(level));
            case "sqlite" -> Optional.of(new SqliteDialect());
            case "postgresql" -> Optional.of(new PostgresDialect(level));
            case "mariadb" -> {
                List<String> named = ProductionNames.in(endpoint.url());
                yield Optional.of(new MariadbDialect(
                        level, Strangers.expected(host -> ProductionNames.isOne(host) && !named.contains(host))));
            }
            default -> Optional.empty();
        };
    }
}
