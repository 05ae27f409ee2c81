package moirai.runs;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.generators.SessionPlans;
import moirai.generators.TxnGenerator;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryWriter;
import moirai.runs.latency.Arrivals;
import moirai.runs.sessions.SessionSource;

/**
 * A thread of a run and its sessions, one after the other. It draws a plan, records the intent, runs the plan, and
 * records what was observed. When a session is over, as after an indeterminate outcome, a session with a new number
 * takes its place.
 */
final class SessionSlot implements Runnable {

    private static final Duration BACK_OFF_MIN = Duration.ofMillis(50);
    private static final Duration BACK_OFF_MAX = Duration.ofSeconds(2);

    /** The wait before which what was recorded is written: long enough that the writing costs nothing. */
    private static final long FLUSH_NANOS = 50_000_000;

    private final Shared shared;
    private final HistoryWriter writer;
    private final SlotCounters counters = new SlotCounters();
    private final AtomicReference<String> waitsBecause = new AtomicReference<>("");
    private final AtomicReference<String> refusedBecause = new AtomicReference<>("");
    private final Arrivals arrivals;
    private final SessionPlans plans;
    private Opened session;
    private long txnsLeft;

    /** The number of transactions that the slot has begun. */
    private long begun;

    /** The time at which the next transaction is due; meaningless if none is due at a given time. */
    private long dueNanos;

    /** The time to wait when a place refuses a session; it grows with each refusal until a transaction commits. */
    private Duration patience = BACK_OFF_MIN;

    /**
     * The plan of the next transaction. It is drawn before it may begin, the first one before any slot has a thread:
     * where the database itself decides which session is next, each session is asked the same each time.
     */
    private TxnPlan next;

    /**
     * The state that all slots of a run share; at each transaction sessions touch only {@code plans}.
     *
     * @param deadlineNanos the time, on {@code clock}, after which no further transaction begins
     * @param sessions the number of the next session
     */
    record Shared(
            SessionSource source,
            TxnGenerator plans,
            LongSupplier clock,
            long deadlineNanos,
            StopRequest stop,
            AtomicInteger sessions) {

        boolean mayBegin() {
            return !stop.isAsked() && clock.getAsLong() < deadlineNanos;
        }
    }

    /** A session that was opened for a slot. */
    record Opened(int slot, int number, SessionSource.Placed placed) {}

    /** Opens a session under a number that no other session has had. */
    static Opened open(SessionSource source, int slot, AtomicInteger sessions, LongSupplier clock) {
        int number = sessions.getAndIncrement();
        return new Opened(slot, number, source.open(slot, number, clock));
    }

    /** @param first the first session of this slot; the slot closes it */
    SessionSlot(Shared shared, HistoryWriter writer, Opened first, long txnCount, Arrivals arrivals) {
        this.arrivals = arrivals;
        this.shared = shared;
        this.writer = writer;
        this.session = first;
        this.txnsLeft = txnCount;
        this.plans = shared.plans().session();
        this.next = plans.next();
    }

    SlotCounters counters() {
        return counters;
    }

    /** Returns the number of transactions that were due before a time and have not ended; 0 if the run has no rate. */
    long missed(long untilNanos) {
        return arrivals.isPaced() ? Math.max(0, arrivals.countBefore(untilNanos) - counters.ended()) : 0;
    }

    /** Returns the reason why the slot has no session now; empty if it has one. */
    String waitsBecause() {
        return waitsBecause.get();
    }

    /** Returns the reason why the slot last did not get a session; empty if it always got one. */
    String refusedBecause() {
        return refusedBecause.get();
    }

    @Override
    public void run() {
        try (writer) {
            boolean open = true;
            while (open) {
                boolean isRefused;
                try (Client current = session.placed().client()) {
                    drive(current);
                    isRefused = current.isRefused();
                }
                // The next session may take long to be opened.
                writer.flush();
                if (isRefused && mayBegin()) {
                    backOff("session " + session.number() + " was refused what it asked");
                }
                open = mayBegin() && reopen();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean mayBegin() {
        return txnsLeft > 0 && shared.mayBegin();
    }

    /** Runs transactions until the session or the run is over. */
    private void drive(Client current) throws InterruptedException {
        boolean alive = true;
        while (alive && mayBegin() && isDue()) {
            TxnPlan plan = current.feasible(session.placed().isReadOnly() ? next.readOnly() : next);
            writer.begin(session.number(), plan, shared.clock().getAsLong());
            Txn seen = current.run(plan);
            writer.end(seen);
            counters.count(seen, arrivals.isPaced(), dueNanos);
            begun++;
            if (seen.outcome() instanceof Outcome.Committed) {
                patience = BACK_OFF_MIN;
            }
            next = plans.next();
            if (txnsLeft != Load.UNLIMITED) {
                txnsLeft--;
            }
            alive = current.isOpen();
        }
    }

    /**
     * Waits until the next transaction is due, and returns whether the run goes on then. A transaction that is late
     * begins at once.
     */
    private boolean isDue() throws InterruptedException {
        if (!arrivals.isPaced()) {
            return true;
        }
        dueNanos = arrivals.dueNanos(begun);
        long now = shared.clock().getAsLong();
        long wait = Math.min(dueNanos, shared.deadlineNanos()) - now;
        if (wait > FLUSH_NANOS) {
            // Otherwise the end of the last transaction would be known when the next one begins, which may be minutes.
            writer.flush();
        }
        if (wait > 0) {
            shared.stop().await(Duration.ofNanos(wait));
        }
        return mayBegin();
    }

    /**
     * Opens the next session, with as many attempts as it takes while the run lasts, and returns whether it is open. No
     * transaction is repeated: the effect of the last one stays unknown.
     */
    private boolean reopen() throws InterruptedException {
        Optional<Opened> opened = Optional.empty();
        while (opened.isEmpty() && mayBegin()) {
            try {
                opened = Optional.of(open(shared.source(), session.slot(), shared.sessions(), shared.clock()));
            } catch (ClientException refused) {
                backOff(String.valueOf(refused.getMessage()));
            }
        }
        waitsBecause.setOpaque("");
        opened.ifPresent(replacement -> session = replacement);
        return opened.isPresent();
    }

    private void backOff(String because) throws InterruptedException {
        waitsBecause.setOpaque(because);
        refusedBecause.setOpaque(because);
        shared.stop().await(patience);
        Duration doubled = patience.multipliedBy(2);
        patience = doubled.compareTo(BACK_OFF_MAX) < 0 ? doubled : BACK_OFF_MAX;
    }
}
