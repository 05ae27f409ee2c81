package moirai.clients;

import java.util.function.LongSupplier;

/** Opens sessions to one database and prepares its schema. Thread-safe. */
public interface ClientFactory extends AutoCloseable {

    /**
     * Creates the tables that the workload needs, empty.
     *
     * @throws ClientException if the database cannot be reached or refuses
     */
    void prepare();

    /** Product and version, as the database itself gives them. */
    String databaseVersion();

    /**
     * Opens a session.
     *
     * @param session its number, unique in the run, from 0
     * @param clock nanoseconds since the run began
     * @throws ClientException if the database cannot be reached or does not accept the isolation level
     */
    Client open(int session, LongSupplier clock);

    /**
     * Asks, when all sessions have ended and before anything is judged, whether nobody else can have written to what
     * {@link #prepare} made.
     *
     * @throws ClientException if somebody may have, or nobody can tell
     */
    default void confirm() {}

    /**
     * Drops what earlier runs have left, other than those that live still.
     *
     * @throws ClientException if the database cannot be reached or refuses
     */
    default void clear() {}

    /** Drops what {@link #prepare} created and closes all connections. */
    @Override
    void close();
}
