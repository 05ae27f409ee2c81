package moirai.runs.products;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.generators.Structure;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.Target;
import moirai.runs.sessions.ReadsAt;

/** The product PostgreSQL, made for the run or existing. */
final class PostgresProduct implements ServerProduct {

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public String form() {
        return name() + "[:N]";
    }

    @Override
    public List<String> arguments() {
        return IntStream.rangeClosed(1, PostgresOptions.NODES_MAX)
                .mapToObj(String::valueOf)
                .toList();
    }

    @Override
    public String describe(String argument) {
        return "embedded PostgreSQL" + (hasReplicas(argument) ? ", " + nodeCount(argument) + " nodes" : "");
    }

    @Override
    public int nodeCount(String argument) {
        return argument.isEmpty() ? 1 : Integer.parseInt(argument);
    }

    @Override
    public boolean hasReplicas(String argument) {
        return nodeCount(argument) > 1;
    }

    @Override
    public boolean hasServerSettings() {
        return true;
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
        ReadsAt readsAt = readsAt(wish);
        var plan = new PostgresPlan(
                nodeCount(wish.argument()),
                wish.replicas().replication(),
                readsAt,
                Settings.checked(
                        wish.settings(),
                        given -> new PostgresOptions(1, wish.replicas().replication(), 1, given)));
        return new Target.Started(plan, clients(wish));
    }

    /**
     * Returns where sessions read.
     *
     * @throws IllegalArgumentException if the requested level is not available there, with a message for the user
     */
    static ReadsAt readsAt(Wish wish) {
        ReadsAt readsAt = wish.replicas().readsAt();
        if (readsAt != ReadsAt.PRIMARY && JdbcClients.isolation(wish).equals(SqlIsolation.SERIALIZABLE.label())) {
            throw new IllegalArgumentException(
                    "--reads-at " + readsAt.label() + ": PostgreSQL refuses serializable transactions at a"
                            + " replica: expected --isolation " + SqlIsolation.REPEATABLE_READ.label()
                            + " or weaker, or --reads-at primary");
        }
        return readsAt;
    }

    @Override
    public Consent consent(Endpoint endpoint) {
        return new JdbcConsent(endpoint, new PostgresDialect(SqlIsolation.SERIALIZABLE));
    }

    @Override
    public Target.Existing existing(Endpoint endpoint, Wish wish) {
        return new Target.Existing(endpoint, clients(wish));
    }

    /**
     * Returns clients for sessions, with another level for readers, since a replica refuses serializable transactions.
     */
    static Target.Clients clients(Wish wish) {
        SqlIsolation asked = SqlIsolation.parse(JdbcClients.isolation(wish));
        SqlIsolation atReplicas = asked == SqlIsolation.SERIALIZABLE ? SqlIsolation.REPEATABLE_READ : asked;
        return JdbcClients.of(new PostgresDialect(asked), new PostgresDialect(atReplicas), wish);
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
    public Optional<CaseEngine> engine() {
        return Optional.of(CaseEngine.POSTGRESQL);
    }

    @Override
    public Optional<Terminal> terminal() {
        return Optional.of(Terminal.PSQL);
    }

    @Override
    public boolean runsEmittedTests() {
        return true;
    }

    @Override
    public boolean isNamedIn(String version) {
        return version.toLowerCase(Locale.ROOT).startsWith(name()) && !version.contains(PatroniPlan.UNDER_PATRONI);
    }

    /**
     * Returns the promised level. With replicas, promises that hold at one node do not hold between nodes, except those
     * about each transaction alone.
     */
    @Override
    public Optional<IsolationLevel> promise(String version, String isolation) {
        return exception(version, isolation).isPresent() ? Optional.empty() : promise(isolation);
    }

    /**
     * Returns the documented exception. The PostgreSQL 18 manual says in section 13.2.3 that "a Repeatable Read
     * transaction run on the standby can sometimes see a transient state that is inconsistent with any serial execution
     * of the transactions on the primary". That state is a long fork: a replica makes commits visible in the order of
     * its log, the primary in the order in which backends leave the list of running transactions, after they wrote to
     * the log (Kingsbury, Amazon RDS for PostgreSQL 17.4, Jepsen 2025).
     */
    @Override
    public Optional<String> exception(String version, String isolation) {
        boolean isAtReplicas =
                version.contains(PostgresPlan.READS_AT_ALL) || version.contains(PostgresPlan.READS_AT_REPLICAS);
        return isAtReplicas && isolation.equals("repeatable-read")
                ? Optional.of("not a bug by the manual: repeatable-read is documented as snapshot-isolation at one"
                        + " server, but replicas make commits visible in the order of the log and the primary in"
                        + " another, so that readers at both may see long forks (manual, 13.2.3)")
                : Optional.empty();
    }

    /**
     * Returns the promised level. PostgreSQL 18 manual, section 13.2: read uncommitted behaves like read committed, the
     * default; repeatable read "is implemented using a technique known in academic database literature and in some
     * other database products as Snapshot Isolation"; serializable is serializable, with no word on real time.
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
