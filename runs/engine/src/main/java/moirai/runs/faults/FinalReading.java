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
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.history.DataModel;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryWriter;
import moirai.runs.StopRequest;
import moirai.runs.Target;

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

    private final Target.Clients clients;
    private final LongSupplier clock;
    private final Keys keys;
    private final AtomicInteger sessions;
    private final StopRequest stop;

    /**
     * @param sessions the number of the next session
     * @param stop ends the reads early
     */
    FinalReading(Target.Clients clients, LongSupplier clock, Keys keys, AtomicInteger sessions, StopRequest stop) {
        this.clients = clients;
        this.clock = clock;
        this.keys = keys;
        this.sessions = sessions;
        this.stop = stop;
    }

    /** The keys to read, from the first to the one before {@code next}, and what they hold. */
    record Keys(DataModel model, int first, int next) {}

    /** A place at which all keys are read. */
    record Place(String name, Endpoint endpoint) {}

    /**
     * Returns the time that all reads together may take, from the first to the last, so that a node that does not
     * answer cannot delay the run.
     */
    static Duration budget(int nodes) {
        Duration each = NODE_BUDGET.multipliedBy(nodes);
        return each.compareTo(BUDGET_MAX) < 0 ? each : BUDGET_MAX;
    }

    /**
     * Reads at all places at the same time, each with a writer of its own.
     *
     * @return a sentence for each place that could not be read whole
     */
    List<String> run(List<Place> places, List<HistoryWriter> writers) throws InterruptedException {
        var unread = new ArrayList<String>();
        long deadline = clock.getAsLong() + budget(places.size()).toNanos();
        try (var threads = Executors.newFixedThreadPool(
                places.size(), Thread.ofPlatform().daemon().factory())) {
            var reads = new ArrayList<Callable<Optional<String>>>();
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                HistoryWriter writer = writers.get(i);
                reads.add(() -> read(place, writer, deadline));
            }
            for (Future<Optional<String>> read : threads.invokeAll(reads)) {
                read.get().ifPresent(unread::add);
            }
        } catch (ExecutionException failed) {
            unread.add("the final reads broke off: " + failed.getCause());
        }
        return unread;
    }

    private Optional<String> read(Place place, HistoryWriter writer, long deadline) throws InterruptedException {
        int next = keys.first();
        String why = "";
        try (ClientFactory factory = clients.readersAt(place.endpoint(), 1)) {
            while (next < keys.next() && !stop.isAsked() && clock.getAsLong() < deadline) {
                int session = sessions.getAndIncrement();
                try (Client client = factory.open(session, clock)) {
                    int read = readIn(client, session, next, writer, deadline);
                    why = read > next ? why : "its transactions do not commit";
                    next = read;
                } catch (ClientException refused) {
                    why = String.valueOf(refused.getMessage());
                }
                if (next < keys.next()) {
                    stop.await(BACK_OFF);
                }
            }
        }
        return next >= keys.next()
                ? Optional.empty()
                : Optional.of("final reads at " + place.name() + " ended at key " + next + " of " + keys.next()
                        + (why.isEmpty() ? "" : ": " + why) + "; whether acknowledged writes were lost is not known");
    }

    /** Reads as many keys as this session can read, from the first on, and returns the first that is not read. */
    private int readIn(Client client, int session, int first, HistoryWriter writer, long deadline) {
        int next = first;
        while (next < keys.next() && client.isOpen() && !stop.isAsked() && clock.getAsLong() < deadline) {
            int end = Math.min(keys.next(), next + KEYS_A_TXN);
            var plan = new TxnPlan.Builder(keys.model(), end - next);
            for (int key = next; key < end; key++) {
                plan.read(key);
            }
            TxnPlan reads = client.feasible(plan.build());
            writer.begin(session, reads, clock.getAsLong());
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
