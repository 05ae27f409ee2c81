package moirai.clients.jdbc.consent;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/** Asks whether the user of a connection may do everything; there is no standard for that. */
final class Superuser {

    private Superuser() {}

    static boolean is(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.contains("postgres")) {
            return ask(connection, "SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user");
        }
        if (product.contains("mariadb") || product.contains("mysql")) {
            return ask(
                    connection,
                    "SELECT COUNT(*) > 0 FROM information_schema.user_privileges WHERE privilege_type = 'SUPER'"
                            + " AND grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')");
        }
        // The others run inside this process and have one user.
        return false;
    }

    private static boolean ask(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() && rows.getBoolean(1);
        }
    }
}
