package moirai.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/*
 * Why no deadlock of our own can arise.
 *
 * A step waits for its predecessors in the schedule, which is a partial order that contains the order of each session.
 * A predecessor is waived as long as its session is stalled: it has a step under way for longer than the stall limit,
 * and as long again after each end of a transaction, of which there are finitely many.
 * Suppose that steps wait, and take one of them, q, that is minimal in the schedule. Each predecessor p that keeps it
 * waiting belongs to a session A that is not stalled. A does not wait for a turn itself: it would wait for p or for a
 * step before p, which is less than q, though q was minimal. So A
 *   - is in the database, returns or is stalled within the stall limit, and wakes q or is waived; or
 *   - is in code between two steps, and arrives at p, ends its transaction or itself, or does nothing for good: it died
 *     unheard, or waits for another session by means that we do not see. Then q goes after its patience.
 * In each case q waits for a bounded time. There are finitely many steps, so all of them go. Each of a session's calls
 * takes as long as the database and n · patience at most, if it awaits n sessions that do nothing.
 *
 * A deadlock in the database is the database's: its sessions are stalled, so nobody waits for them.
 *
 * A waiver holds only while the session is stalled. When it comes back, the rest of the schedule is kept again.
 */
/**
 * Lets the sessions of one attempt take their steps in the order of a schedule. A step that got its turn and does not
 * return within the stall limit is left pending: the next may go, and its session's later steps come when they can.
 * Thread-safe; a session has one thread at a time.
 */
public final class TurnControl {

    private static final int NONE = -1;

    private final Schedule schedule;
    private final long stallNanos;
    private final long patienceNanos;
    private final long began = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Integer, Position> positions = new HashMap<>();
    private final List<Step> order = new ArrayList<>();
    private final List<Step> stalled = new ArrayList<>();
    private final List<Step> impatient = new ArrayList<>();
    private boolean isFree;
    /** The time at which a transaction ended last, and so gave up its locks. */
    private long endedNanos = began;

    /** The place of a session in its own order of steps. */
    private static final class Position {

        /** The first transaction that may still have steps. */
        private int txn;
        /** The last index of that transaction that is past. */
        private int past = NONE;
        /** The index that is under way. */
        private int underWay = NONE;

        private long wentNanos;
        private boolean isOver;

        boolean isPast(Step step) {
            return isOver || step.txn() < txn || (step.txn() == txn && step.index() <= past);
        }
    }

    /** Begins an attempt. */
    public TurnControl(Schedule schedule, TurnLimits limits) {
        this.schedule = schedule;
        this.stallNanos = limits.stall().toNanos();
        this.patienceNanos = limits.patience().toNanos();
    }

    /**
     * Waits until the step may go. The step then counts as under way.
     *
     * @throws InterruptedException if interrupted meanwhile; the session's steps are then waited for by nobody
     */
    public void enter(Step step) throws InterruptedException {
        lock.lock();
        try {
            await(step);
            Position own = position(step.session());
            if (step.txn() > own.txn) {
                own.txn = step.txn();
                own.past = NONE;
            }
            own.underWay = step.index();
            own.wentNanos = System.nanoTime();
            order.add(step);
            changed.signalAll();
        } catch (InterruptedException interrupted) {
            position(step.session()).isOver = true;
            changed.signalAll();
            throw interrupted;
        } finally {
            lock.unlock();
        }
    }

    private void await(Step step) throws InterruptedException {
        long arrived = System.nanoTime();
        long left = untilTurn(step);
        while (left > 0) {
            long patienceLeft = arrived + patienceNanos + schedule.earliestNanos(step) - System.nanoTime();
            if (patienceLeft <= 0) {
                impatient.add(step);
                return;
            }
            // However long that takes, nanoseconds may be fewer than said; the loop looks again.
            long unused = changed.awaitNanos(Math.min(left, patienceLeft));
            left = untilTurn(step);
        }
    }

    /** Returns how long to wait before looking again, if nothing changes until then; 0 if the step may go. */
    private long untilTurn(Step step) {
        if (isFree || position(step.session()).isOver) {
            return 0;
        }
        long now = System.nanoTime();
        long wait = Math.max(0, began + schedule.earliestNanos(step) - now);
        for (Step before : schedule.awaitedBy(step)) {
            Position other = position(before.session());
            if (!other.isPast(before)) {
                long left = other.underWay == NONE ? patienceNanos : stalledFrom(other) - now;
                wait = Math.max(wait, left);
            }
        }
        return wait;
    }

    /**
     * Returns the time from which the session's step counts as stalled. The end of a transaction gives its locks to
     * sessions that wait, which then have as long again. Without that, the sessions after them in the schedule would
     * overtake them just as they go on.
     */
    private long stalledFrom(Position session) {
        return Math.max(session.wentNanos, endedNanos) + stallNanos;
    }

    /** Notes that a step has returned, with whatever result. */
    public void leave(Step step) {
        change(() -> {
            Position own = position(step.session());
            if (own.underWay == step.index() && System.nanoTime() - own.wentNanos >= stallNanos) {
                stalled.add(step);
            }
            own.underWay = NONE;
            if (own.txn == step.txn()) {
                own.past = Math.max(own.past, step.index());
            }
            if (step.isCommit()) {
                endedNanos = System.nanoTime();
            }
        });
    }

    /**
     * Notes that a session's transaction is over, by COMMIT, by ROLLBACK or otherwise: none of its steps will come any
     * more.
     */
    public void endTxn(int session, int txn) {
        change(() -> {
            Position own = position(session);
            if (txn >= own.txn) {
                own.txn = txn + 1;
                own.past = NONE;
            }
            own.underWay = NONE;
            endedNanos = System.nanoTime();
        });
    }

    /** Notes that a session is over. Nothing waits for its steps any more. */
    public void endSession(int session) {
        change(() -> position(session).isOver = true);
    }

    /** Gives the attempt up: every step goes as it comes. */
    public void free() {
        change(() -> isFree = true);
    }

    /** Changes something that steps may wait for, and wakes them. */
    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns what became of the schedule so far. */
    public TurnReport report() {
        lock.lock();
        try {
            var late = new ArrayList<>(stalled);
            long now = System.nanoTime();
            for (Step step : order) {
                Position own = position(step.session());
                boolean isUnderWay = own.txn == step.txn() && own.underWay == step.index();
                if (isUnderWay && now - own.wentNanos >= stallNanos) {
                    late.add(step);
                }
            }
            return new TurnReport(order, late, impatient);
        } finally {
            lock.unlock();
        }
    }

    private Position position(int session) {
        return positions.computeIfAbsent(session, number -> new Position());
    }
}
