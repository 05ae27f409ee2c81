package moirai.clients;

/**
 * A database at one server.
 *
 * @param database its name, as its server calls it
 * @param server what tells this server from others and outlives its restarts; {@value #MOCK_STORE} for one of Moirai's
 *     own. A server that runs on a copy of another's files, such as one restored from a snapshot, may be told the same.
 */
public record Location(String database, String server) {

    /** A store in the memory of a process of ours: there is nothing in it that could be harmed. */
    public static final String MOCK_STORE = "mock store";

    /** Whether there is no real server. */
    public boolean isMockStore() {
        return server.equals(MOCK_STORE);
    }
}
