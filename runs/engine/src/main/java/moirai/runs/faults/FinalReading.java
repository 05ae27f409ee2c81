package moirai.runs.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.history.DataModel;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryWriter;
import moirai.nemesis.Node;
import moirai.runs.StopRequest;

/**
 * The final reads of every key at every node by new sessions, recorded as ordinary transactions. A read that does not
 * commit is repeated in a new session: these reads change nothing, so repetition hides nothing.
 */
final class FinalReading {

    /**
     * The number of keys that a transaction reads: few enough for a snapshot that a busy node can serve, many enough
     * for few round trips.
     */
    private static final int KEYS_A_TXN = 32;

    /** The time that each node adds to the budget that all nodes share. */
    private static final Duration NODE_BUDGET = Duration.ofSeconds(25);

    private static final Duration BUDGET_MAX = Duration.ofMinutes(2);
    private static final Duration BACK_OFF = Duration.ofMillis(250);

    private final FaultRun.Scene scene;
    private final DataModel model;
    private final int keyCount;
    private final AtomicInteger sessions;
    private final StopRequest stop;
    private final long deadline;

    FinalReading(FaultRun.Scene scene, DataModel model, int keyCount, AtomicInteger sessions, StopRequest stop) {
        this.scene = scene;
        this.model = model;
        this.keyCount = keyCount;
        this.sessions = sessions;
        this.stop = stop;
        this.deadline = scene.clock().getAsLong()
                + budget(scene.cluster().nodes().size()).toNanos();
    }

    /**
     * Returns the time that all reads together may take, from the first to the last, so that a node that does not
     * answer cannot delay the run.
     */
    static Duration budget(int nodes) {
        Duration each = NODE_BUDGET.multipliedBy(nodes);
        return each.compareTo(BUDGET_MAX) < 0 ? each : BUDGET_MAX;
    }

    /**
     * Reads at all nodes at the same time, each with a writer of its own.
     *
     * @return a sentence for each node that could not be read whole
     */
    List<String> run(List<Node> nodes, List<HistoryWriter> writers) throws InterruptedException {
        var unread = new ArrayList<String>();
        try (var threads = Executors.newFixedThreadPool(
                nodes.size(), Thread.ofPlatform().daemon().factory())) {
            var reads = new ArrayList<Callable<Optional<String>>>();
            for (int i = 0; i < nodes.size(); i++) {
                Node node = nodes.get(i);
                HistoryWriter writer = writers.get(i);
                reads.add(() -> read(node, writer));
            }
            for (Future<Optional<String>> read : threads.invokeAll(reads)) {
                read.get().ifPresent(unread::add);
            }
        } catch (ExecutionException failed) {
            unread.add("the final reads broke off: " + failed.getCause());
        }
        return unread;
    }

    private Optional<String> read(Node node, HistoryWriter writer) throws InterruptedException {
        var endpoint =
                new Endpoint(node.url(), scene.cluster().user(), scene.cluster().password());
        int next = scene.part().firstKey();
        String why = "";
        try (ClientFactory factory = scene.clients().readersAt(endpoint, 1)) {
            while (next < keyCount && !stop.isAsked() && scene.clock().getAsLong() < deadline) {
                int session = sessions.getAndIncrement();
                try (Client client = factory.open(session, scene.clock())) {
                    int read = readIn(client, session, next, writer);
                    why = read > next ? why : "its transactions do not commit";
                    next = read;
                } catch (ClientException refused) {
                    why = String.valueOf(refused.getMessage());
                }
                if (next < keyCount) {
                    stop.await(BACK_OFF);
                }
            }
        }
        return next >= keyCount
                ? Optional.empty()
                : Optional.of("final reads at " + node.name() + " ended at key " + next + " of " + keyCount
                        + (why.isEmpty() ? "" : ": " + why) + "; whether acknowledged appends were lost is not known");
    }

    /** Reads as many keys as this session can read, from the first on, and returns the first that is not read. */
    private int readIn(Client client, int session, int first, HistoryWriter writer) {
        int next = first;
        while (next < keyCount
                && client.isOpen()
                && !stop.isAsked()
                && scene.clock().getAsLong() < deadline) {
            int end = Math.min(keyCount, next + KEYS_A_TXN);
            var plan = new TxnPlan.Builder(model, end - next);
            for (int key = next; key < end; key++) {
                plan.read(key);
            }
            TxnPlan reads = client.feasible(plan.build());
            writer.begin(session, reads, scene.clock().getAsLong());
            Txn seen = client.run(reads);
            writer.end(seen);
            if (!(seen.outcome() instanceof Outcome.Committed)) {
                return next;
            }
            next += reads.opCount();
        }
        return next;
    }
}
