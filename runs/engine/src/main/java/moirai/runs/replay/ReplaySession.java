package moirai.runs.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import moirai.clients.Client;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.scheduling.HeldSession;
import moirai.scheduling.TurnControl;

/** One session of a case: a connection and a thread, for as many attempts as they last. */
final class ReplaySession implements AutoCloseable {

    /** Of one attempt: a few milliseconds of reads. */
    private static final int TXNS_MAX = 200;

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

    /**
     * Runs transactions under a control, until the session is over; those that ran are the result.
     *
     * @param again asked after all of them whether to run all of them again
     */
    Future<List<Txn>> run(List<TxnPlan> plans, TurnControl control, BooleanSupplier again) {
        return thread.submit(() -> {
            var seen = new ArrayList<Txn>();
            held.follow(control);
            try {
                do {
                    for (TxnPlan plan : plans) {
                        if (client.isOpen()) {
                            seen.add(client.run(plan));
                        }
                    }
                } while (client.isOpen() && seen.size() < TXNS_MAX && again.getAsBoolean());
            } finally {
                held.leave();
            }
            return seen;
        });
    }

    boolean isOpen() {
        return client.isOpen();
    }

    /** Ends the session, also below a statement that never returns. */
    @Override
    public void close() {
        thread.shutdownNow();
        client.close();
    }
}
