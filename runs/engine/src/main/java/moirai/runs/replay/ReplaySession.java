package moirai.runs.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import moirai.clients.Client;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.scheduling.HeldSession;
import moirai.scheduling.TurnControl;

/** A session of a case: a connection and a thread, for as many attempts as they last. */
final class ReplaySession implements AutoCloseable {

    private final Client client;
    private final HeldSession held;
    private final ExecutorService thread;

    /** @param client whose connection is behind {@code held} */
    ReplaySession(Client client, HeldSession held) {
        this.client = client;
        this.held = held;
        // A database that never answers must not keep the process from ending.
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("replay-", 0).factory());
    }

    /** Runs transactions under a control, until the session is over; the result has the transactions that ran. */
    Future<List<Txn>> run(List<TxnPlan> plans, TurnControl control) {
        return thread.submit(() -> {
            var seen = new ArrayList<Txn>();
            held.follow(control);
            try {
                for (TxnPlan plan : plans) {
                    if (client.isOpen()) {
                        seen.add(client.run(plan));
                    }
                }
            } finally {
                held.leave();
            }
            return seen;
        });
    }

    boolean isOpen() {
        return client.isOpen();
    }

    /** Ends the session, even during a statement that never returns. */
    @Override
    public void close() {
        thread.shutdownNow();
        client.close();
    }
}
