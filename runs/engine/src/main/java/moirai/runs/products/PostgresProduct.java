package moirai.runs.products;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import moirai.analysis.IsolationLevel;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.generators.Structure;
import moirai.runs.Target;

/** PostgreSQL: made for the run, or one that is there. */
final class PostgresProduct implements ServerProduct {

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String form() {
        return name();
    }

    @Override
    public List<String> arguments() {
        return List.of();
    }

    @Override
    public String describe(String argument) {
        return "embedded PostgreSQL";
    }

    @Override
    public List<String> levels() {
        return JdbcClients.LEVELS;
    }

    @Override
    public String isolation(Wish wish) {
        return JdbcClients.isolation(wish);
    }

    @Override
    public Set<Structure> structures() {
        return JdbcClients.STRUCTURES;
    }

    @Override
    public Target target(Wish wish) {
        return new Target.Started(PostgresPlan.SINGLE, clients(wish));
    }

    @Override
    public Target existing(Endpoint endpoint, Wish wish) {
        return new Target.Existing(endpoint, clients(wish));
    }

    private Target.Clients clients(Wish wish) {
        return JdbcClients.of(new PostgresDialect(SqlIsolation.parse(isolation(wish))), wish);
    }

    @Override
    public String urlStart() {
        return "jdbc:postgresql:";
    }

    @Override
    public String urlForm() {
        return "jdbc:postgresql://HOST:PORT/NAME";
    }

    @Override
    public Endpoint withDefaults(Endpoint asked, Map<String, String> environment) {
        return new Endpoint(
                asked.url(),
                asked.user().isEmpty() ? environment.getOrDefault("PGUSER", "") : asked.user(),
                asked.password().isEmpty() ? environment.getOrDefault("PGPASSWORD", "") : asked.password());
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.toLowerCase(Locale.ROOT).startsWith(name());
    }

    /**
     * PostgreSQL 18 manual, section 13.2: read uncommitted behaves like read committed, the default; repeatable read
     * "is implemented using a technique known in academic database literature and in some other database products as
     * Snapshot Isolation"; serializable is serializable, with no word on real time.
     */
    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return switch (isolation) {
            case "default", "read-uncommitted", "read-committed" -> Optional.of(IsolationLevel.READ_COMMITTED);
            case "repeatable-read" -> Optional.of(IsolationLevel.SNAPSHOT_ISOLATION);
            case "serializable" -> Optional.of(IsolationLevel.SERIALIZABLE);
            default -> Optional.empty();
        };
    }
}
