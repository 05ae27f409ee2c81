package moirai.clients.jdbc.consent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import moirai.clients.Location;
import moirai.clients.jdbc.dialects.Answers;

/** Asks a server for its identity, and for the rights of its user; there is no standard for that. */
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
        if (isPostgres(connection)) {
            return Answers.first(connection, "SELECT version()").orElse("").contains(MOCK_STORE)
                    ? Location.MOCK_STORE
                    : ofPostgres(connection);
        }
        if (isMariadb(connection)) {
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
            return "system "
                    + Answers.first(connection, "SELECT system_identifier FROM pg_catalog.pg_control_system()")
                            .orElse("");
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
        Map<String, String> told = Answers.named(
                connection,
                "SHOW GLOBAL VARIABLES WHERE Variable_name IN"
                        + " ('wsrep_on', 'server_uid', 'server_uuid', 'hostname', 'port')");
        if (told.getOrDefault("wsrep_on", "").equals("ON")) {
            told.putAll(Answers.named(connection, "SHOW GLOBAL STATUS LIKE 'wsrep_cluster_state_uuid'"));
        }
        String address = told.getOrDefault("hostname", "") + ":" + told.getOrDefault("port", "");
        return Stream.of("wsrep_cluster_state_uuid", "server_uuid", "server_uid")
                .filter(name -> !List.of("", NO_GROUP).contains(told.getOrDefault(name, "")))
                .findFirst()
                .map(name -> name + " " + told.get(name))
                .orElse("address " + address);
    }

    /** Returns whether the user of a connection may do everything. */
    static boolean isSuperuser(Connection connection) throws SQLException {
        if (isPostgres(connection)) {
            return isTrue(connection, "SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user");
        }
        // The others run inside this process and have one user.
        return isMariadb(connection)
                && isTrue(
                        connection,
                        "SELECT COUNT(*) > 0 FROM information_schema.user_privileges WHERE privilege_type = 'SUPER'"
                                + " AND grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')");
    }

    private static boolean isTrue(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private static boolean isPostgres(Connection connection) throws SQLException {
        return product(connection).contains("postgres");
    }

    private static boolean isMariadb(Connection connection) throws SQLException {
        return product(connection).contains("mariadb") || product(connection).contains("mysql");
    }

    private static String product(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
    }
}
