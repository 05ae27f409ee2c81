package moirai.runs.sessions;

import java.util.List;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** The transactions before the run, which no history records. */
final class Probe {

    /** The number of a session that runs no transaction of the run. */
    private static final int SESSION = Integer.MAX_VALUE;

    private static final TxnPlan ONE_READ = TxnPlan.of(Op.Read.planned(0));

    private Probe() {}

    static Client open(ClientFactory factory) {
        return factory.open(SESSION, () -> 0L);
    }

    /** Writes the initial contents that the plan describes. */
    static void load(ClientFactory factory, TxnPlan initial) {
        if (initial.opCount() == 0) {
            return;
        }
        try (Client before = open(factory)) {
            Outcome outcome = before.run(initial).outcome();
            if (!(outcome instanceof Outcome.Committed)) {
                throw new ClientException("what has to be there at the start could not be loaded: " + outcome);
            }
        }
    }

    /** Returns the observed initial contents; empty as long as the tables do not exist. */
    static List<Op> look(Client client, TxnPlan initial) {
        Txn seen = client.run(initial.opCount() == 0 ? ONE_READ : initial.readOnly());
        return seen.outcome() instanceof Outcome.Committed ? seen.ops() : List.of();
    }
}
