package moirai.runs.products;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.MariadbDialect;
import moirai.clients.jdbc.dialects.SqlIsolation;
import moirai.clients.jdbc.dialects.Strangers;
import moirai.history.level.IsolationLevel;
import moirai.nemesis.mariadb.MariadbCluster;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.nemesis.mariadb.MariadbPrograms;
import moirai.reenactment.databases.CaseEngine;
import moirai.runs.ClusterPlan;
import moirai.runs.Target;
import moirai.runs.consent.ProductionNames;
import moirai.runs.sessions.ReadsAt;

/** The product MariaDB, as a server made for the run or an existing one; and MySQL, as an existing server. */
final class MariadbProduct implements SqlProduct, ServerProduct {

    private static final String MYSQL_URL_START = "jdbc:mysql:";

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public String describe(String argument) {
        return "MariaDB, a server made for the run";
    }

    @Override
    public boolean hasServerSettings() {
        return true;
    }

    @Override
    public Target target(Wish wish) {
        return started(1, isolation(wish), wish);
    }

    @Override
    public Optional<String> problem(String argument) {
        return problemOf(1);
    }

    /** Returns why so many nodes cannot be made here; empty if they can. */
    static Optional<String> problemOf(int nodes) {
        return MariadbPrograms.missing(nodes).map(missing -> "apt-get install " + missing);
    }

    @Override
    public Consent consent(Endpoint endpoint) {
        return new JdbcConsent(understood(endpoint), new MariadbDialect(SqlIsolation.SERIALIZABLE));
    }

    @Override
    public Target.Existing existing(Endpoint endpoint, Wish wish) {
        // Whoever names a host has been asked about it already.
        List<String> typed = ProductionNames.in(endpoint.url());
        var strangers = Strangers.expected(host -> ProductionNames.isOne(host) && !typed.contains(host));
        var dialect = new MariadbDialect(SqlIsolation.parse(isolation(wish)), strangers);
        return new Target.Existing(understood(endpoint), JdbcClients.of(dialect, wish));
    }

    /** Returns the endpoint with a URL that the driver understands; it takes URLs of its own product alone. */
    private Endpoint understood(Endpoint endpoint) {
        String url = endpoint.url().startsWith(MYSQL_URL_START)
                ? urlStart() + endpoint.url().substring(MYSQL_URL_START.length())
                : endpoint.url();
        return new Endpoint(url, endpoint.user(), endpoint.password());
    }

    /** Returns a server of MariaDB from the machine's packages, or a Galera cluster of several. */
    static Target started(int nodes, String isolation, Wish wish) {
        Map<String, String> settings = Settings.checked(wish.settings(), given -> new MariadbOptions(nodes, 1, given));
        String set = Settings.words(settings);
        var plan = new ClusterPlan(
                nodes == 1 ? "MariaDB" : "a Galera cluster of " + nodes + " nodes",
                nodes == 1 ? set : Settings.join(nodes + " nodes", set),
                ReadsAt.PRIMARY,
                sessions -> new MariadbCluster(new MariadbOptions(nodes, sessions, settings)));
        return new Target.Started(plan, JdbcClients.of(new MariadbDialect(SqlIsolation.parse(isolation)), wish));
    }

    @Override
    public String urlStart() {
        return "jdbc:mariadb:";
    }

    @Override
    public boolean isUrl(String url) {
        return url.startsWith(urlStart()) || url.startsWith(MYSQL_URL_START);
    }

    @Override
    public String urlForm() {
        return "jdbc:mariadb://HOST:PORT/NAME";
    }

    /**
     * Returns the endpoint with the defaults of the product's own tools: the name of the operating system's user, and a
     * password from the environment.
     */
    @Override
    public Endpoint withDefaults(Endpoint asked, Map<String, String> environment) {
        return new Endpoint(
                asked.url(),
                asked.user().isEmpty() ? environment.getOrDefault("USER", "") : asked.user(),
                asked.password().isEmpty() ? environment.getOrDefault("MYSQL_PWD", "") : asked.password());
    }

    @Override
    public Optional<CaseEngine> engine() {
        return Optional.of(CaseEngine.MARIADB);
    }

    @Override
    public Optional<Terminal> terminal() {
        return Optional.of(Terminal.MARIADB);
    }

    @Override
    public boolean runsEmittedTests() {
        return true;
    }

    @Override
    public boolean isNamedIn(String version) {
        return isServer(version) && !version.contains(MariadbDialect.GALERA);
    }

    /** Returns whether a database with this version text is MariaDB or MySQL, in a cluster or not. */
    static boolean isServer(String version) {
        return version.startsWith(MariadbDialect.MARIADB) || version.startsWith(MariadbDialect.MYSQL);
    }

    /**
     * Returns the promised level. With {@code innodb_snapshot_isolation} a write to a row that is newer than the
     * snapshot is refused.
     */
    @Override
    public Optional<IsolationLevel> promise(String version, String isolation) {
        return isolation.equals(SqlIsolation.REPEATABLE_READ.label())
                        && version.contains(MariadbDialect.SNAPSHOT_ISOLATION)
                ? Optional.of(IsolationLevel.SNAPSHOT_ISOLATION)
                : promise(isolation);
    }

    /**
     * Returns the promised level. MariaDB's documentation, "SET TRANSACTION, Isolation Levels": read committed sets a
     * fresh snapshot for each read; at repeatable read "all consistent reads within the same transaction read the
     * snapshot established by the first read", and at serializable all reads lock. About writes at repeatable read it
     * says nothing, and they go to the newest version of a row, after which the transaction reads that version: MySQL's
     * manual calls this an exception to the snapshot (section "Consistent Nonlocking Reads"). So no more than read
     * committed is promised for transactions that write. (Kingsbury, Alvaro, "MySQL 8.0.34", Jepsen 2023, has the
     * details.)
     */
    @Override
    public Optional<IsolationLevel> promise(String isolation) {
        return switch (isolation) {
            case "read-uncommitted" -> Optional.of(IsolationLevel.READ_UNCOMMITTED);
            case "read-committed", "repeatable-read" -> Optional.of(IsolationLevel.READ_COMMITTED);
            case "serializable" -> Optional.of(IsolationLevel.SERIALIZABLE);
            default -> Optional.empty();
        };
    }

    /**
     * Returns the expected level. For repeatable read it is the meaning of the words, since users rely on them and not
     * on the exceptions.
     */
    @Override
    public IsolationLevel expected(String isolation) {
        return isolation.equals(SqlIsolation.REPEATABLE_READ.label())
                ? IsolationLevel.REPEATABLE_READ
                : promise(isolation).orElse(IsolationLevel.SERIALIZABLE);
    }
}
