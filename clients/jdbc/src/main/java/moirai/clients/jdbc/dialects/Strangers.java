package moirai.clients.jdbc.dialects;

import java.util.List;
import java.util.function.Predicate;
import moirai.clients.ClientException;

/**
 * Whether others than this run may use a database, over any member of its cluster, and which members may be asked.
 *
 * @param isForbidden whether a host, without its port, must not even be connected to
 */
public record Strangers(boolean areExpected, Predicate<String> isForbidden) {

    /** On a server that is nobody else's. */
    public static final Strangers NONE = new Strangers(false, host -> false);

    /** On a server of others. */
    public static Strangers expected(Predicate<String> isForbidden) {
        return new Strangers(true, isForbidden);
    }

    /**
     * Asks for each member that the server names: nobody has typed these, and a password is sent to them.
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
