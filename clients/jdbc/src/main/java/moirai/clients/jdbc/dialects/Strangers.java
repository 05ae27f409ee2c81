package moirai.clients.jdbc.dialects;

import java.util.List;
import java.util.function.Predicate;
import moirai.clients.ClientException;

/**
 * The other users that a database may have besides this run, at any member of its cluster.
 *
 * @param areExpected whether there may be any
 * @param isForbidden whether a host, without its port, must not even be connected to
 */
public record Strangers(boolean areExpected, Predicate<String> isForbidden) {

    /** The value for a server that only this run uses. */
    public static final Strangers NONE = new Strangers(false, host -> false);

    /** Returns the value for a server that others use. */
    public static Strangers expected(Predicate<String> isForbidden) {
        return new Strangers(true, isForbidden);
    }

    /**
     * Checks each member that the server names: no user has typed these addresses, and a password is sent to them.
     *
     * @param members as {@code HOST:PORT}
     * @throws ClientException as a guard-rail, if one of them must not be connected to
     */
    void require(List<String> members) {
        for (String member : members) {
            String host = member.substring(0, member.lastIndexOf(':'));
            if (isForbidden.test(host)) {
                throw ClientException.guarded("'" + host + "', which the server names as a member of its cluster, looks"
                        + " like production; to connect to it all the same, name it in the URL as well, with"
                        + " --allow-name " + host);
            }
        }
    }
}
