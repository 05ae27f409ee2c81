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

    /**
     * Takes over the tables that another process has made for the same run, with all that is in them, in place of
     * {@link #prepare}. Returns false if they are not there, or if this kind of database cannot do it; then nothing was
     * done.
     *
     * @param nextKey the first key that the run has not used: if the tables have it, they are of another run
     * @throws ClientException if the database cannot be reached or refuses
     */
    default boolean adopt(int nextKey) {
        return false;
    }

    /** Returns product and version, as the database itself gives them. */
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
     * Checks that nobody else can have written to what {@link #prepare} made. Called when all sessions have ended and
     * before anything is judged.
     *
     * @throws ClientException if somebody may have, or that cannot be known
     */
    default void confirm() {}

    /**
     * Drops what earlier runs have left, except runs that still live.
     *
     * @throws ClientException if the database cannot be reached or refuses
     */
    default void clear() {}

    /** Drops what {@link #prepare} created and closes all connections. */
    @Override
    void close();
}
