package moirai.nemesis.postgres.data;

import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import moirai.nemesis.ClusterException;

/**
 * The superuser of a server, who connects past all links.
 *
 * @param server the name of the server, for messages
 */
public record Superuser(String server, InetSocketAddress address, String password) {

    /** Returns the JDBC URL of the server there, without user and password. */
    public static String url(InetSocketAddress address) {
        return "jdbc:postgresql://" + address.getAddress().getHostAddress() + ":" + address.getPort() + "/postgres";
    }

    /** Opens a connection with a socket timeout: a paused server does not even refuse. */
    public Connection connect(int timeoutSeconds) throws SQLException {
        var properties = new Properties();
        var seconds = String.valueOf(timeoutSeconds);
        properties.setProperty("user", PostgresTemplate.SUPERUSER);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "moirai-cluster");
        properties.setProperty("connectTimeout", seconds);
        properties.setProperty("loginTimeout", seconds);
        properties.setProperty("socketTimeout", seconds);
        return DriverManager.getConnection(url(address), properties);
    }

    /**
     * Returns the first column of the first row that the server answers; empty for NULL and for no row.
     *
     * @throws ClusterException if there is no answer within the time
     */
    public String ask(String query, int timeoutSeconds) {
        try (var connection = connect(timeoutSeconds);
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            String answer = rows.next() ? rows.getString(1) : "";
            return answer == null ? "" : answer;
        } catch (SQLException e) {
            String said = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new ClusterException(server + " does not answer '" + query + "': " + said, e);
        }
    }
}
