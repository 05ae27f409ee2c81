package moirai.runs.sessions;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import moirai.clients.ClientFactory;
import moirai.history.TxnPlan;

/** The sessions of a run that are all at one endpoint. */
public record EndpointSessions(ClientFactory factory) implements SessionSource {

    @Override
    public void prepare(TxnPlan initial) {
        factory.prepare();
        Probe.load(factory, initial);
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
    public SortedMap<String, List<Integer>> byNode() {
        return Collections.emptySortedMap();
    }

    @Override
    public void confirm() {
        factory.confirm();
    }

    @Override
    public void close() {
        factory.close();
    }
}
