package moirai.studies.refutation;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lets sessions take one step at a time. A session waits before each step until it is told to go on. A step that waits
 * for a lock of the database is left waiting, and the others go on.
 */
final class Conductor {

    /** The most steps of a session; a call with more goes on for ever, or for too long. */
    private static final int STEPS_MAX = 80;

    private static final long GIVE_UP_NANOS = 10_000_000_000L;
    private static final long GLANCE_MILLIS = 2;

    /** What a session does. */
    private enum Doing {
        WAITS_FOR_TURN,
        WORKS,
        ENDED
    }

    /** Asks the database which sessions wait for locks. */
    @FunctionalInterface
    interface Locks {
        boolean[] waiting() throws SQLException;
    }

    private final Doing[] doing;
    private final int[] steps;
    private final boolean isFree;
    private final List<String> order = new ArrayList<>();
    private boolean isWhole = true;

    /** Makes a conductor for so many sessions. One that is free holds nobody. */
    Conductor(int sessions, boolean isFree) {
        this.doing = new Doing[sessions];
        Arrays.fill(doing, Doing.WORKS);
        this.steps = new int[sessions];
        this.isFree = isFree;
    }

    /** Waits for the turn of a session's next step. */
    synchronized void step(int session, String what) throws SQLException {
        if (++steps[session] > STEPS_MAX) {
            isWhole = false;
            throw new SQLException("too many steps");
        }
        if (!isFree) {
            doing[session] = Doing.WAITS_FOR_TURN;
            notifyAll();
            while (doing[session] == Doing.WAITS_FOR_TURN) {
                await(0);
            }
        }
        order.add("T" + session + ": " + what);
    }

    /** Notes that a session's call is over. */
    synchronized void end(int session) {
        doing[session] = Doing.ENDED;
        notifyAll();
    }

    @SuppressWarnings("WaitNotInLoop") // All callers loop.
    private void await(long millis) {
        try {
            wait(millis);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /**
     * Conducts until all have ended.
     *
     * @param wanted the session of each step; if it cannot go, or there are more steps, the next one that can
     */
    synchronized void conduct(List<Integer> wanted, Locks locks) throws SQLException {
        long began = System.nanoTime();
        int place = 0;
        settle(locks, began);
        while (isAny(Doing.WAITS_FOR_TURN) || isAny(Doing.WORKS)) {
            if (isAny(Doing.WAITS_FOR_TURN)) {
                int next = place < wanted.size() ? wanted.get(place++) : 0;
                while (doing[next] != Doing.WAITS_FOR_TURN) {
                    next = (next + 1) % doing.length;
                }
                doing[next] = Doing.WORKS;
                notifyAll();
            }
            settle(locks, began);
        }
    }

    private boolean isAny(Doing what) {
        return Arrays.asList(doing).contains(what);
    }

    /** Waits until each session waits for its turn, has ended, or waits for a lock while another one does not. */
    private void settle(Locks locks, long began) throws SQLException {
        while (isAny(Doing.WORKS)) {
            await(GLANCE_MILLIS);
            if (System.nanoTime() - began > GIVE_UP_NANOS) {
                throw new IllegalStateException("a call does not end: " + order);
            }
            if (isAny(Doing.WORKS) && isAny(Doing.WAITS_FOR_TURN)) {
                boolean[] waiting = locks.waiting();
                if (IntStream.range(0, doing.length)
                        .allMatch(session -> doing[session] != Doing.WORKS || waiting[session])) {
                    return;
                }
            }
        }
    }

    synchronized List<String> order() {
        return List.copyOf(order);
    }

    synchronized int steps(int session) {
        return steps[session];
    }

    synchronized boolean isWhole() {
        return isWhole;
    }
}
