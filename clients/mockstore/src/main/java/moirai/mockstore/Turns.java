package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.IntSupplier;

/** Decides which session may begin its next transaction, by the store's schedule. Guarded by the store's lock. */
final class Turns {

    private static final int NOBODY = -1;

    private final Schedule schedule;
    private final Chooser chooser;
    private final IntAVLTreeSet waiting = new IntAVLTreeSet();
    private int open;
    /** True from the start of the lock step to its end. */
    private boolean isEngaged;
    /** The session whose turn it is in lock step. */
    private int chosen = NOBODY;

    Turns(Schedule schedule, Chooser chooser) {
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

    /**
     * Waits until the session may begin a transaction.
     *
     * @param pending the number of pending transactions
     * @throws StoreException if its turn does not come in time (SQLSTATE 55P03)
     */
    void await(int session, StoreLock lock, IntSupplier pending) {
        waiting.add(session);
        try {
            lock.await(() -> mayBegin(session, pending.getAsInt()), () -> complaint(session, pending.getAsInt()));
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
        if (chosen == NOBODY && pending == 0 && waiting.size() == open) {
            var sessions = new IntArrayList(waiting);
            chosen = sessions.getInt(chooser.choose(new Choice.Turn(sessions)));
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
