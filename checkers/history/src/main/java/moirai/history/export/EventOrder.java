package moirai.history.export;

import java.util.Arrays;
import java.util.PriorityQueue;
import moirai.history.History;
import org.jspecify.annotations.Nullable;

/**
 * The invocations and completions of a history in one order: by time, and each session's one after the other.
 *
 * <p>Intervals are closed, so at equal times invocations come before completions: otherwise a reader that takes the
 * order for real time would see one transaction end before another starts, which nobody observed. Only where a session
 * goes on at the very nanosecond at which its last transaction ended does that one's completion come first, because a
 * session runs one transaction at a time. If two sessions do so at once, no single order is free of such an edge.
 *
 * <p>Cost: O(n log n) for n transactions, 8 bytes each, and no boxing. A merge of sessions, by a heap of those that
 * have events left, instead of a sort of events: the order within a session cannot be lost.
 */
final class EventOrder {

    /** The kinds of events, in their order at equal times. */
    private enum Kind {
        INVOCATION,
        COMPLETION_BEFORE_INVOCATION,
        COMPLETION
    }

    private final History history;
    /** The session and id of each transaction in one long; sorted, so a session's are neighbours and in its order. */
    private final long[] bySession;
    /** The other sessions that have events left, by the next of these. */
    private final PriorityQueue<Session> sessions = new PriorityQueue<>();
    /** The session of the latest event. Mostly the next event is another one's, but the queue need not hold it. */
    private @Nullable Session latest;

    private int txn = -1;
    private boolean invocation;

    EventOrder(History history) {
        this.history = history;
        this.bySession = new long[history.txnCount()];
        for (int i = 0; i < bySession.length; i++) {
            bySession[i] = ((long) history.session(i) << 32) | i;
        }
        Arrays.sort(bySession);
        for (int i = 0; i < bySession.length; i++) {
            if (i == 0 || !isSameSession(i - 1, i)) {
                sessions.add(new Session(i));
            }
        }
    }

    private boolean isSameSession(int one, int other) {
        return bySession[one] >> 32 == bySession[other] >> 32;
    }

    /** A session, at its next event. */
    private final class Session implements Comparable<Session> {

        /** The index of its current transaction in {@link #bySession}. */
        private int current;

        private Kind kind = Kind.INVOCATION;
        private long nanos;

        Session(int first) {
            current = first;
            nanos = history.startNanos(txn());
        }

        int txn() {
            return (int) bySession[current];
        }

        @Override
        public int compareTo(Session other) {
            if (nanos != other.nanos) {
                return Long.compare(nanos, other.nanos);
            }
            return kind != other.kind ? kind.compareTo(other.kind) : Integer.compare(current, other.current);
        }

        /** Goes on behind the event; returns false if it was the last. */
        boolean advance() {
            boolean hasNext = current + 1 < bySession.length && isSameSession(current, current + 1);
            if (kind == Kind.INVOCATION) {
                nanos = history.endNanos(txn());
                boolean goesOnAtOnce = hasNext && history.startNanos((int) bySession[current + 1]) <= nanos;
                kind = goesOnAtOnce ? Kind.COMPLETION_BEFORE_INVOCATION : Kind.COMPLETION;
                return true;
            }
            if (hasNext) {
                current++;
                nanos = history.startNanos(txn());
                kind = Kind.INVOCATION;
            }
            return hasNext;
        }
    }

    /** Advances to the next event; returns false if there is none. */
    boolean advance() {
        Session next = latest;
        if (next == null || !next.advance()) {
            next = sessions.poll();
        } else if (!sessions.isEmpty() && sessions.element().compareTo(next) < 0) {
            sessions.add(next);
            next = sessions.remove();
        }
        latest = next;
        if (next == null) {
            return false;
        }
        txn = next.txn();
        invocation = next.kind == Kind.INVOCATION;
        return true;
    }

    int txn() {
        return txn;
    }

    boolean isInvocation() {
        return invocation;
    }

    long nanos() {
        return invocation ? history.startNanos(txn) : history.endNanos(txn);
    }
}
