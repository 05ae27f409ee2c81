package moirai.clients.jdbc.consent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import moirai.clients.Location;

/** Asks a server for its identity; there is no standard for that. */
final class ServerIdentity {

    /**
     * The text that a mock store's version has beside PostgreSQL's name. A real server's comes from its own executable.
     */
    private static final String MOCK_STORE = "(Moirai mock store)";

    /** The SQLSTATEs for a function that does not exist or may not be called. */
    private static final List<String> NOT_TOLD = List.of("42883", "42501", "0A000");

    /** The group that Galera reports for a node that belongs to none yet. */
    private static final String NO_GROUP = "00000000-0000-0000-0000-000000000000";

    private ServerIdentity() {}

    /** @param connection with autocommit off and no transaction that matters */
    static String of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.contains("postgres")) {
            return ask(connection, "SELECT version()").contains(MOCK_STORE)
                    ? Location.MOCK_STORE
                    : ofPostgres(connection);
        }
        if (product.contains("mariadb") || product.contains("mysql")) {
            return ofMariadb(connection);
        }
        // The others run inside this process.
        return "";
    }

    /**
     * Returns the identity of a PostgreSQL system. A primary and its replicas have the same, as they have the same
     * mark.
     */
    private static String ofPostgres(Connection connection) throws SQLException {
        try {
            return "system " + ask(connection, "SELECT system_identifier FROM pg_catalog.pg_control_system()");
        } catch (SQLException refused) {
            if (!NOT_TOLD.contains(String.valueOf(refused.getSQLState()))) {
                throw refused;
            }
            // The failure has ended the transaction.
            connection.rollback();
            return "address "
                    + connection
                            .getMetaData()
                            .getURL()
                            .replaceFirst("^[^/]*//", "")
                            .replaceFirst("[/?].*$", "");
        }
    }

    /** Returns the identity of a MariaDB server. The nodes of a cluster have the same, as they have the same mark. */
    private static String ofMariadb(Connection connection) throws SQLException {
        Map<String, String> told = named(
                connection,
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
                        + " ('wsrep_on', 'server_uid', 'server_uuid', 'hostname', 'port')");
        if (told.getOrDefault("wsrep_on", "").equals("ON")) {
            told.putAll(named(connection, "SHOW GLOBAL STATUS LIKE 'wsrep_cluster_state_uuid'"));
        }
        String address = told.getOrDefault("hostname", "") + ":" + told.getOrDefault("port", "");
        return Stream.of("wsrep_cluster_state_uuid", "server_uuid", "server_uid")
                .filter(name -> !List.of("", NO_GROUP).contains(told.getOrDefault(name, "")))
                .findFirst()
                .map(name -> name + " " + told.get(name))
                .orElse("address " + address);
    }

    private static String ask(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? Objects.requireNonNullElse(rows.getString(1), "") : "";
        }
    }

    private static Map<String, String> named(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            var found = new TreeMap<String, String>();
            while (rows.next()) {
                found.put(rows.getString(1), Objects.requireNonNullElse(rows.getString(2), ""));
            }
            return found;
        }
    }
}
