package moirai.clients;

/**
 * A database at one server.
 *
 * @param database its name, as its server calls it
 * @param server an identity of the server that outlives its restarts; {@value #MOCK_STORE} for one of Moirai's own. A
 *    server that runs on a copy of another's files, such as one restored from a snapshot, may have the same identity.
 */
public record Location(String database, String server) {

    /** The identity of a store in the memory of a process of ours, which holds nothing that could be harmed. */
    public static final String MOCK_STORE = "mock store";

    /** Returns whether there is no real server. */
    public boolean isMockStore() {
        return server.equals(MOCK_STORE);
    }
}
