package moirai.clients.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.Dialect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections that keep other runs away from tables at the other members of a cluster, where each member knows its own
 * locks alone.
 */
final class Wardens implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Wardens.class);

    private final List<Connection> connections = new ArrayList<>();

    private Wardens() {}

    /** Returns no wardens, for a server that sees all locks. */
    static Wardens none() {
        return new Wardens();
    }

    /**
     * Opens one at each member. The addresses that members name may be meaningless here. So, if one of them does not
     * answer or belongs to another cluster, the hosts of the URL are used, which the user can reach. All runs use the
     * same order, so that of several one gets all.
     *
     * @param owner the run's own connection, which stands for itself at its member
     * @throws ClientException if another run is at one of them, or if one must not be connected to
     */
    static Wardens post(Server server, Connection owner) throws SQLException {
        Dialect dialect = server.dialect();
        List<String> members = dialect.members(owner);
        var wardens = new Wardens();
        try {
            if (members.isEmpty() || wardens.postAt(members, server, owner)) {
                return wardens;
            }
            wardens.close();
            wardens.postAt(named(server.endpoint().url()), server, owner);
            return wardens;
        } catch (SQLException | ClientException refused) {
            wardens.close();
            throw refused;
        }
    }

    /** Opens one at each of these hosts; returns whether all of them could be reached. */
    private boolean postAt(List<String> hosts, Server server, Connection owner) throws SQLException {
        Dialect dialect = server.dialect();
        String own = dialect.member(owner);
        String cluster = dialect.cluster(owner);
        boolean isComplete = true;
        for (String host : hosts) {
            try {
                Connection connection = at(server, host).connect();
                connections.add(connection);
                if (!dialect.cluster(connection).equals(cluster)) {
                    LOG.debug("{} is no member of this cluster", host);
                    isComplete = false;
                    continue;
                }
                dialect.keepOthersOut(dialect.member(connection).equals(own) ? owner : connection);
            } catch (ClientException unreachable) {
                LOG.debug("a member cannot be reached", unreachable);
                isComplete = false;
            }
        }
        return isComplete;
    }

    private static Server at(Server server, String host) {
        Endpoint endpoint = server.endpoint();
        String url = endpoint.url();
        int from = url.indexOf("//") + 2;
        var there = new Endpoint(
                url.substring(0, from) + host + url.substring(end(url, from)), endpoint.user(), endpoint.password());
        return new Server(there, server.dialect(), server.timeoutSeconds());
    }

    private static List<String> named(String url) {
        int from = url.indexOf("//") + 2;
        return Arrays.stream(url.substring(from, end(url, from)).split(",", -1))
                .sorted()
                .toList();
    }

    /** Returns where the hosts end: at the database, the parameters, or the end of the URL. */
    private static int end(String url, int from) {
        int end = from;
        while (end < url.length() && url.charAt(end) != '/' && url.charAt(end) != '?') {
            end++;
        }
        return end;
    }

    /** Lets other runs in. */
    @Override
    public void close() {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException gone) {
                LOG.debug("a connection did not close", gone);
            }
        }
        connections.clear();
    }
}
