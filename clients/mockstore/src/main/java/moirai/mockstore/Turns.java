package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.Int2ObjectAVLTreeMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import moirai.mockstore.locks.StoreLock;

/**
 * Decides which session may begin its next transaction, or its next statement at a level of statements, by the store's
 * schedule. Guarded by the store's lock.
 */
final class Turns {

    private static final int NOBODY = -1;

    private final Schedule schedule;
    private final Chooser chooser;
    private final BooleanSupplier isByStatement;
    /** The sessions that wait, each with the condition without which it cannot go on. */
    private final Int2ObjectAVLTreeMap<BooleanSupplier> waiting = new Int2ObjectAVLTreeMap<>();

    private int open;
    /** True from the start of the lock step to its end. */
    private boolean isEngaged;
    /** The session whose turn it is in lock step. */
    private int chosen = NOBODY;

    /**
     * Creates the turns of a store.
     *
     * @param isByStatement returns whether each statement has a turn of its own, so that transactions overlap
     */
    Turns(Schedule schedule, Chooser chooser, BooleanSupplier isByStatement) {
        this.isByStatement = isByStatement;
        this.schedule = schedule;
        this.chooser = chooser;
    }

    void opened() {
        open++;
        isEngaged |= schedule.kind() == Schedule.Kind.LOCK_STEP && open >= schedule.sessions();
    }

    void closed() {
        open--;
        isEngaged &= open > 0;
    }

    /** Lets the others go on without a session that is open and has no client yet, or no longer lets them. */
    void rests(boolean rests) {
        open += rests ? -1 : 1;
    }

    /** Returns whether the lock step has started and not ended. */
    boolean isEngaged() {
        return isEngaged;
    }

    /**
     * Waits until the session may begin a transaction.
     *
     * @param pending the number of pending transactions
     * @throws StoreException if its turn does not come in time (SQLSTATE 55P03)
     */
    void await(int session, StoreLock lock, IntSupplier pending) {
        waiting.put(session, () -> true);
        try {
            lock.await(() -> mayBegin(session, pending.getAsInt()), () -> complaint(session, pending.getAsInt()));
        } finally {
            waiting.remove(session);
            chosen = chosen == session ? NOBODY : chosen;
        }
    }

    /**
     * Waits until a session with a pending transaction may go on in lock step; in other schedules, does nothing.
     *
     * @param isPossible whether the session can go on at all: what it waits for is over
     * @param limit how long it may wait for that
     * @throws StoreException if its turn does not come in time (SQLSTATE 55P03)
     */
    void awaitStep(int session, StoreLock lock, BooleanSupplier isPossible, StoreLock.Limit limit) {
        if (!isEngaged || !isByStatement.getAsBoolean()) {
            return;
        }
        waiting.put(session, isPossible);
        try {
            lock.await(() -> !isEngaged || isChosen(session), limit, () -> complaint(session, 0));
        } finally {
            waiting.remove(session);
            chosen = chosen == session ? NOBODY : chosen;
        }
    }

    private boolean mayBegin(int session, int pending) {
        if (schedule.kind() == Schedule.Kind.INTERLEAVED) {
            return true;
        }
        if (!isEngaged) {
            return pending == 0;
        }
        return (pending == 0 || isByStatement.getAsBoolean()) ? isChosen(session) : chosen == session;
    }

    /** Returns whether it is the session's turn, and decides whose turn it is if everybody waits. */
    private boolean isChosen(int session) {
        if (chosen == NOBODY && waiting.size() == open) {
            var sessions = new IntArrayList();
            waiting.forEach((waits, isPossible) -> {
                if (isPossible.getAsBoolean()) {
                    sessions.add(waits);
                }
            });
            if (!sessions.isEmpty()) {
                chosen = sessions.getInt(chooser.choose(new Choice.Turn(sessions)));
            }
        }
        return chosen == session;
    }

    /** Returns a message that says why the session waited in vain and what can be done. */
    private String complaint(int session, int pending) {
        String waited = "session " + session + " waited " + schedule.waitMillisMax() + " ms to begin a transaction, ";
        if (pending > 0) {
            return waited + "but " + pending + (pending == 1 ? " is" : " are") + " pending and the schedule is "
                    + schedule.kind() + ": commit or abort first, or use the schedule INTERLEAVED";
        }
        return waited + "but of " + open + " open sessions only " + waiting.size()
                + " wait for their turn: close sessions that have nothing to do, or run each in a thread of its own";
    }
}
