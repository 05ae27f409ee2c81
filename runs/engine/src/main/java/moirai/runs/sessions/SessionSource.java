package moirai.runs.sessions;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.history.TxnPlan;

/** A source that opens the sessions of a run, each at its place. Thread-safe. */
public interface SessionSource extends AutoCloseable {

    /**
     * A session that was opened.
     *
     * @param isReadOnly whether its place takes no writes, so that it is given plans without writes
     */
    record Placed(Client client, boolean isReadOnly) {}

    /**
     * Creates the tables that the workload needs, with only the contents that a plan writes, and returns when sessions
     * can see these at every place.
     *
     * @param initial without ops for empty tables
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     */
    void prepare(TxnPlan initial);

    /**
     * Takes over the tables that another process has made for the same run, with all that is in them, in place of
     * {@link #prepare}. Returns false if they are not there, or not whole; then nothing was done.
     *
     * @param nextKey the first key that the run has not used: if the tables have it, they are of another run
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     */
    default boolean adopt(int nextKey) {
        return false;
    }

    /** Returns product and version, as the database itself reports them, and its arrangement. */
    String databaseVersion();

    /**
     * Opens a session.
     *
     * @param slot the number of the thread that runs it, from 0; it decides about the place
     * @param session its number, unique in the run
     * @param clock nanoseconds since the run began
     * @throws moirai.clients.ClientException if that place cannot be reached
     */
    Placed open(int slot, int session, LongSupplier clock);

    /**
     * Returns the numbers of the sessions opened so far by the name of their node; empty if there is only one place.
     */
    default SortedMap<String, List<Integer>> byNode() {
        return Collections.emptySortedMap();
    }

    /**
     * Checks that no other user wrote to the tables of the sessions; to be called when they have ended.
     *
     * @throws moirai.clients.ClientException if others may have written
     */
    default void confirm() {}

    /** Drops the tables that {@link #prepare} created and closes all connections. */
    @Override
    void close();

    /**
     * Removes the database that was made for these sessions, if one was; to be called last, when none of them is still
     * at work.
     *
     * @throws moirai.clients.ClientException if something of it is left
     */
    default void remove() {}
}
