package moirai.runs.products;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.PostgresDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import moirai.nemesis.postgres.PostgresVersions;
import moirai.nemesis.postgres.Replication;
import moirai.nemesis.postgres.ServerVersion;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.ClusterPlan;
import moirai.runs.Target;
import moirai.runs.sessions.ReadsAt;

/** The product PostgreSQL, made for the run or existing. */
final class PostgresProduct implements SqlProduct, ServerProduct {

    private static final String READS_AT = "reads at ";

    /** The words of an arrangement in which sessions at replicas are compared with sessions at the primary. */
    private static final String READS_AT_ALL = READS_AT + ReadsAt.ALL.label();

    /** The words of an arrangement in which no session only reads at the primary; those that write there read too. */
    private static final String READS_AT_REPLICAS = READS_AT + ReadsAt.REPLICAS.label();

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public NodeCounts nodeCounts() {
        return new NodeCounts(1, PostgresOptions.NODES_MAX, 1);
    }

    @Override
    public String describe(String argument) {
        return "embedded PostgreSQL" + (hasReplicas(argument) ? ", " + nodeCount(argument) + " nodes" : "");
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
    public boolean hasServerVersions() {
        return true;
    }

    private static PostgresVersions versions(Wish.Servers servers) {
        ServerVersion first =
                servers.version().isEmpty() ? ServerVersion.BUNDLED : ServerVersion.parse(servers.version());
        if (servers.upgradeTo().isEmpty()) {
            return PostgresVersions.of(first);
        }
        var versions = new PostgresVersions(first, ServerVersion.parse(servers.upgradeTo()));
        if (!versions.isUpgrade()) {
            throw new IllegalArgumentException("--upgrade-to " + servers.upgradeTo() + ": the servers are of " + first
                    + " from the beginning: expected an older --server-version");
        }
        return versions;
    }

    @Override
    public Target target(Wish wish) {
        int nodes = nodeCount(wish.argument());
        Replication replication = wish.replicas().replication();
        ReadsAt readsAt = readsAt(wish);
        Map<String, String> settings =
                Settings.checked(wish.settings(), given -> new PostgresOptions(1, replication, 1, given));
        PostgresVersions versions = versions(wish.servers());
        var options = new PostgresOptions(nodes, replication, 1, settings, versions);
        String title = switch (nodes) {
            case 1 -> "PostgreSQL";
            case 2 -> "PostgreSQL with a replica";
            default -> "PostgreSQL with " + (nodes - 1) + " replicas";
        };
        var plan = new ClusterPlan(
                title,
                Settings.join(
                        nodes == 1
                                ? Settings.words(settings)
                                : nodes + " nodes, " + replicas(replication, readsAt, settings),
                        versions.isUpgrade() ? "upgrade to " + versions.last() : ""),
                readsAt,
                sessions -> new PostgresCluster(options.of(sessions)));
        return new Target.Started(plan, clients(wish));
    }

    /** Returns the arrangement of a cluster with replicas, in words. */
    static String replicas(Replication replication, ReadsAt readsAt, Map<String, String> settings) {
        return Settings.join(
                "replication " + replication.label(),
                readsAt == ReadsAt.PRIMARY ? "" : READS_AT + readsAt.label(),
                Settings.words(settings));
    }

    /**
     * Returns where sessions read.
     *
     * @throws IllegalArgumentException if the requested level is not available there, with a message for the user
     */
    static ReadsAt readsAt(Wish wish) {
        ReadsAt readsAt = wish.replicas().readsAt();
        if (readsAt != ReadsAt.PRIMARY && Products.POSTGRES.isolation(wish).equals(SqlIsolation.SERIALIZABLE.label())) {
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
        SqlIsolation asked = SqlIsolation.parse(Products.POSTGRES.isolation(wish));
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
        return version.toLowerCase(Locale.ROOT).startsWith(name()) && !version.contains(PatroniProduct.UNDER_PATRONI);
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
        boolean isAtReplicas = version.contains(READS_AT_ALL) || version.contains(READS_AT_REPLICAS);
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
