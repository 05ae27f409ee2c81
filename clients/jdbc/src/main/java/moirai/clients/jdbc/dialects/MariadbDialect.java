package moirai.clients.jdbc.dialects;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.clients.ClientException;
import moirai.clients.jdbc.owned.OwnedTables;
import moirai.clients.jdbc.owned.SharedServer;
import moirai.clients.jdbc.tables.Grammar;
import moirai.clients.jdbc.tables.ListStorage;
import moirai.history.Outcome;

/** MariaDB, alone or as a node of a Galera cluster, and what speaks its protocol and its SQL, such as MySQL. */
public record MariadbDialect(SqlIsolation isolation, Strangers strangers) implements Dialect {

    /** The beginning of {@link #version} for MariaDB. */
    public static final String MARIADB = "MariaDB ";

    /** The beginning of {@link #version} for MySQL. */
    public static final String MYSQL = "MySQL ";

    /** The text in {@link #version} for a node of a cluster. */
    public static final String GALERA = "Galera ";

    /** The text in {@link #version} for a server that refuses to write to a row that is newer than the snapshot. */
    public static final String SNAPSHOT_ISOLATION = "innodb_snapshot_isolation";

    private static final String TRUE = "ON";

    /** The percentage of the client's patience that a lock may take. */
    private static final int LOCK_PERCENT = 75;

    /** The pattern of an address with its port, without which members on one host cannot be distinguished. */
    private static final Pattern ADDRESS = Pattern.compile("[^,/?&\\s]+:[1-9][0-9]{0,4}");

    private static final Pattern REPLAY = Pattern.compile("(?i)[?&]transactionReplay=(?!false(&|$))");

    /** Makes the dialect for a server that only this run uses. */
    public MariadbDialect(SqlIsolation isolation) {
        this(isolation, Strangers.NONE);
    }

    @Override
    public Grammar grammar() {
        return Grammar.MARIADB;
    }

    @Override
    public Outcome outcome(Failures.Phase phase, SQLException failure) {
        return Failures.mariadb(phase, failure);
    }

    @Override
    public boolean isDuplicateKey(SQLException failure) {
        return MariadbFailures.isDuplicateKey(failure);
    }

    @Override
    public String urlForm() {
        return "jdbc:mariadb://host:port/database";
    }

    /** Returns options with which the driver may take a session to another server and repeat a transaction there. */
    @Override
    public Optional<String> objection(String url) {
        String rest = url.substring(urlStart().length());
        if (!rest.startsWith("//")) {
            // What stands there is not repeated: it might be a password at a wrong place.
            return Optional.of("a mode before '//' has the driver move sessions between servers; write " + urlForm());
        }
        return REPLAY.matcher(url).find()
                ? Optional.of("transactionReplay sends transactions again, which may append twice; leave it out")
                : Optional.empty();
    }

    @Override
    public Properties properties(int timeoutSeconds) {
        var properties = new Properties();
        var millis = String.valueOf(TimeUnit.SECONDS.toMillis(timeoutSeconds));
        // A paused server answers nothing and closes nothing, and a commit may wait for a group that is not there.
        properties.setProperty("socketTimeout", millis);
        properties.setProperty("connectTimeout", millis);
        // Said as they are by default, since another value would hide an outcome.
        properties.setProperty("transactionReplay", "false");
        properties.setProperty("allowMultiQueries", "false");
        return properties;
    }

    /**
     * Limits the waits for locks of rows and of tables; the latter are a day by default. What a client has left waits
     * no longer than that.
     */
    @Override
    public void bound(Connection connection, int timeoutSeconds) throws SQLException {
        int seconds = Math.max(1, timeoutSeconds * LOCK_PERCENT / 100);
        try (var statement = connection.createStatement()) {
            statement.execute("SET SESSION innodb_lock_wait_timeout = LEAST(@@innodb_lock_wait_timeout, " + seconds
                    + "), lock_wait_timeout = LEAST(@@lock_wait_timeout, " + seconds + ")");
        }
    }

    /**
     * Sets the level. A node outside of a primary component accepts connections and settings, and refuses all else.
     */
    @Override
    public void isolate(Connection connection) throws SQLException {
        connection.setTransactionIsolation(isolation.jdbcLevel());
        // Its name has changed, and each product knows one of them or both.
        Map<String, String> given = Answers.named(connection, "SHOW VARIABLES LIKE '%isolation'");
        String level = given.getOrDefault("transaction_isolation", given.getOrDefault("tx_isolation", "nothing"))
                .replace('-', ' ')
                .toLowerCase(Locale.ROOT);
        Answers.requireLevel(isolation, level);
        Map<String, String> member = Answers.named(connection, "SHOW STATUS LIKE 'wsrep_%'");
        if (!member.isEmpty()
                && isMember(connection)
                && !member.getOrDefault("wsrep_ready", TRUE).equals(TRUE)) {
            throw new ClientException("the node takes no statements: its component is "
                    + member.get("wsrep_cluster_status") + ", its state " + member.get("wsrep_local_state_comment"));
        }
    }

    /** Returns the number of the primary component, which changes whenever a node comes or goes. */
    @Override
    public String group(Connection connection) throws SQLException {
        if (!isMember(connection)) {
            return "";
        }
        Map<String, String> status = Answers.named(connection, "SHOW STATUS LIKE 'wsrep_%'");
        if (!"Primary".equals(status.get("wsrep_cluster_status")) || !TRUE.equals(status.get("wsrep_ready"))) {
            return MariadbFailures.NO_GROUP;
        }
        return status.get("wsrep_cluster_state_uuid") + ":" + status.get("wsrep_cluster_conf_id");
    }

    private static boolean isMember(Connection connection) throws SQLException {
        return variable(connection, "wsrep_on").equals(TRUE);
    }

    /**
     * Returns product and version, the version of Galera for a node of a cluster, and settings that change its
     * promises.
     */
    @Override
    public String version(Connection connection) throws SQLException {
        String said = connection.getMetaData().getDatabaseProductVersion();
        var parts = new ArrayList<String>(List.of(
                (said.toLowerCase(Locale.ROOT).contains("mariadb") ? MARIADB : MYSQL) + said.replaceAll("-.*", "")));
        if (isMember(connection)) {
            parts.add(GALERA + status(connection, "wsrep_provider_version").replaceAll("\\(.*", ""));
        }
        if (variable(connection, SNAPSHOT_ISOLATION).equals(TRUE)) {
            parts.add(SNAPSHOT_ISOLATION);
        }
        return String.join(", ", parts);
    }

    private static String variable(Connection connection, String name) throws SQLException {
        return Answers.named(connection, "SHOW VARIABLES LIKE '" + name + "'").getOrDefault(name, "");
    }

    private static String status(Connection connection, String name) throws SQLException {
        return Answers.named(connection, "SHOW STATUS LIKE '" + name + "'").getOrDefault(name, "");
    }

    /**
     * Returns all members of a Galera cluster, of which each has locks of its own, as they name themselves to each
     * other; a member without an address says {@code AUTO}.
     */
    @Override
    public List<String> members(Connection connection) throws SQLException {
        if (!strangers.areExpected() || !isMember(connection)) {
            return List.of();
        }
        List<String> members = Stream.of(
                        status(connection, "wsrep_incoming_addresses").split(","))
                .map(String::strip)
                .filter(ADDRESS.asMatchPredicate())
                .sorted()
                .toList();
        strangers.require(members);
        return members;
    }

    @Override
    public String cluster(Connection connection) throws SQLException {
        return status(connection, "wsrep_cluster_state_uuid");
    }

    @Override
    public String member(Connection connection) throws SQLException {
        return status(connection, "wsrep_gcomm_uuid");
    }

    @Override
    public void keepOthersOut(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            SharedServer.MARIADB.keepOthersOut(statement);
        }
    }

    @Override
    public void createTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.MARIADB, storage).create(connection);
    }

    @Override
    public boolean adoptTables(Connection connection, ListStorage storage, int nextKey) throws SQLException {
        return new OwnedTables(SharedServer.MARIADB, storage).adopt(connection, nextKey);
    }

    @Override
    public void dropTables(Connection connection, ListStorage storage) throws SQLException {
        new OwnedTables(SharedServer.MARIADB, storage).drop(connection);
    }
}
