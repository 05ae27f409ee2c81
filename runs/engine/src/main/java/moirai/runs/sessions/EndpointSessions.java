package moirai.runs.sessions;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import moirai.clients.ClientFactory;
import moirai.history.TxnPlan;

/**
 * The sessions of a run that are all at one endpoint.
 *
 * @param behind the removal of a database that was made for them
 */
public record EndpointSessions(ClientFactory factory, Runnable behind) implements SessionSource {

    /** Returns the sessions of these clients; removes the database at once if the clients cannot be made. */
    public static EndpointSessions of(Supplier<ClientFactory> clients, Runnable behind) {
        try {
            return new EndpointSessions(clients.get(), behind);
        } catch (RuntimeException failed) {
            behind.run();
            throw failed;
        }
    }

    @Override
    public void prepare(TxnPlan initial) {
        factory.prepare();
        Probe.load(factory, initial);
    }

    @Override
    public boolean adopt(int nextKey) {
        return factory.adopt(nextKey);
    }

    @Override
    public String databaseVersion() {
        return factory.databaseVersion();
    }

    @Override
    public Placed open(int slot, int session, LongSupplier clock) {
        return new Placed(factory.open(session, clock), false);
    }

    @Override
    public void confirm() {
        factory.confirm();
    }

    @Override
    public void close() {
        factory.close();
    }

    @Override
    public void remove() {
        behind.run();
    }
}
