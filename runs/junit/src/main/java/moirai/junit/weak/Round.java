package moirai.junit.weak;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;

/**
 * Calls that run beside each other, one transaction at a time: each in its own thread, of which only one runs. A
 * chooser decides whose transaction is next, so the same answers give the same order.
 *
 * <p>A thread that waits for something other than its turn, for a lock of the application or a connection of a pool, is
 * left where it is, and the others go on. Before each choice, all threads have come to their next transaction, or wait
 * for a lock of one that has. Only a thread that waits for something without an owner, such as a pool, is left by time;
 * then the order of the transactions depends on the machine as well.
 */
final class Round {

    /** The time after which a thread that waits for something that has no owner, such as a pool, is left alone. */
    private static final long HELD_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    /** The time limit of a step. A call that needs longer waits for something that never comes. */
    private static final long STEP_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);

    private static final long GIVE_UP_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);
    private static final long IDLE_SECONDS = 2;
    private static final AtomicInteger THREADS = new AtomicInteger();

    /** Threads wait here for the next round, so that a try does not pay for new threads; idle ones end soon. */
    private static final Executor POOL = new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> Thread.ofPlatform()
                    .daemon()
                    .name("moirai-call-" + THREADS.incrementAndGet())
                    .unstarted(task));

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Party> parties = new ArrayList<>();
    private final Chooser chooser;
    /** How often each thread that was left by time had waited then: it needs no such time again in the same wait. */
    private final Map<Party, Long> leftByTime = new HashMap<>();

    private String heldUp = "";

    Round(Chooser chooser) {
        this.chooser = chooser;
    }

    /** Adds a call, whose session has the next number. */
    void add(String name, Call call) {
        parties.add(new Party(parties.size(), name, call, lock, changed));
    }

    List<String> names() {
        return parties.stream().map(Party::name).toList();
    }

    /**
     * Runs all calls to their ends.
     *
     * @return the end of each call, in the order in which they were added
     * @throws InterruptedException if the calling thread is interrupted; the calls are given up then
     * @throws StuckException if a call neither ends nor begins a transaction
     */
    List<Ended> run() throws InterruptedException, StuckException {
        lock.lockInterruptibly();
        boolean isDone = false;
        try {
            for (Party party : parties) {
                party.begins();
                POOL.execute(party);
                awaitStop(party);
            }
            while (true) {
                for (Party running : in(Party.State.RUNNING)) {
                    awaitStop(running);
                }
                List<Party> able = parties.stream().filter(Party::isAble).toList();
                if (!able.isEmpty()) {
                    chosen(able).grant();
                } else if (in(Party.State.RUNNING).isEmpty()) {
                    requireNoneStuck();
                    isDone = true;
                    return parties.stream().map(Party::ended).toList();
                }
            }
        } finally {
            if (!isDone) {
                giveUp();
            }
            lock.unlock();
        }
    }

    /** Fails if a party waits for a lock that nobody is going to release. */
    private void requireNoneStuck() throws StuckException {
        List<Party> waiting = in(Party.State.WAITING);
        if (!waiting.isEmpty()) {
            throw StuckException.inStore(
                    waiting.getFirst().name(), waiting.getFirst().place());
        }
    }

    /**
     * Returns which call had to wait for another one outside of the store, and where; empty if none had to. Then some
     * orders of the calls were impossible, and which ones depends on who was first.
     */
    String heldUp() {
        return heldUp;
    }

    private Party chosen(List<Party> waiting) {
        var sessions = new IntArrayList();
        waiting.forEach(party -> sessions.add(party.number()));
        return waiting.get(chooser.choose(new Choice.Turn(sessions)));
    }

    private List<Party> in(Party.State state) {
        return parties.stream().filter(party -> party.state() == state).toList();
    }

    /** Waits until the party waits for its turn or has ended, or until others can go on and it cannot. */
    private void awaitStop(Party party) throws InterruptedException, StuckException {
        long heldUpNanos = 0;
        long left = STEP_NANOS_MAX;
        while (party.state() == Party.State.RUNNING) {
            if (changed.awaitNanos(LOOK_NANOS) > 0) {
                continue;
            }
            left -= LOOK_NANOS;
            List<Party> waiting = in(Party.State.WAITING);
            heldUpNanos = party.isHeldUp() ? heldUpNanos + LOOK_NANOS : 0;
            boolean isByOwner = party.isHeldUpBy(waiting);
            boolean isLeft = leftByTime.containsKey(party) && leftByTime.get(party) == party.waits();
            boolean isByTime = heldUpNanos >= (isLeft ? LOOK_NANOS : HELD_UP_NANOS);
            // Those that wait for its locks cannot go on either.
            if ((isByOwner || isByTime) && waiting.stream().anyMatch(Party::isAble)) {
                if (!isByOwner) {
                    leftByTime.put(party, party.waits());
                }
                heldUp = heldUp.isEmpty() ? party.name() + " waits at " + party.place() : heldUp;
                return;
            }
            if (left <= 0) {
                throw StuckException.outside(party.name(), party.place());
            }
        }
    }

    private void giveUp() {
        parties.forEach(Party::giveUp);
        long left = GIVE_UP_NANOS_MAX;
        boolean isInterrupted = Thread.interrupted();
        while (left > 0
                && !(in(Party.State.RUNNING).isEmpty()
                        && in(Party.State.WAITING).isEmpty())) {
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException again) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
