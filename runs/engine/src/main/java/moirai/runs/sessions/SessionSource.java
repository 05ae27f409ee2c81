package moirai.runs.sessions;

import java.util.List;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.history.TxnPlan;

/** Opens the sessions of a run, each at its place. Thread-safe. */
public interface SessionSource extends AutoCloseable {

    /**
     * A session that was opened.
     *
     * @param isReadOnly whether its place takes no writes, so that it is given plans without any
     */
    record Placed(Client client, boolean isReadOnly) {}

    /**
     * Creates the tables that the workload needs, with nothing in them but what a plan puts there, and returns when
     * sessions see that wherever they will be.
     *
     * @param initial without ops if nothing is to be there
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     */
    void prepare(TxnPlan initial);

    /** Product and version, as the database itself gives them, and how it is arranged. */
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

    /** The sessions opened so far by the name of their node; empty where there is but one place. */
    SortedMap<String, List<Integer>> byNode();

    /**
     * Asks whether what the sessions saw was theirs alone; to be called when they have ended.
     *
     * @throws moirai.clients.ClientException if it may not have been
     */
    default void confirm() {}

    /** Drops what {@link #prepare} created and closes all connections. */
    @Override
    void close();
}
