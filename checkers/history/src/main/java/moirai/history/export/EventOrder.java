package moirai.history.export;

import java.util.Arrays;
import moirai.history.History;

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

    private static final int INVOCATION = 0;
    private static final int COMPLETION_BEFORE_INVOCATION = 1;
    private static final int COMPLETION = 2;

    private final History history;
    /** The session and id of each transaction in one long; sorted, so a session's are neighbours and in its order. */
    private final long[] bySession;
    /** The index in {@code bySession}, for each session, of its current transaction, and that behind its last. */
    private final int[] current;

    private final int[] end;
    private final long[] nanos;
    private final int[] kind;
    private final int[] heap;
    private int heapSize;
    private int txn = -1;
    private boolean invocation;

    EventOrder(History history) {
        this.history = history;
        this.bySession = new long[history.txnCount()];
        for (int i = 0; i < bySession.length; i++) {
            bySession[i] = ((long) history.session(i) << 32) | i;
        }
        Arrays.sort(bySession);
        int sessions = countSessions();
        this.current = new int[sessions];
        this.end = new int[sessions];
        this.nanos = new long[sessions];
        this.kind = new int[sessions];
        this.heap = new int[sessions];
        findSessions();
    }

    /** Advances to the next event; returns false if there is none. */
    boolean advance() {
        if (heapSize == 0) {
            return false;
        }
        int session = heap[0];
        txn = txnOf(session);
        invocation = kind[session] == INVOCATION;
        if (invocation) {
            expectCompletion(session);
            siftDown(0);
        } else if (++current[session] < end[session]) {
            expectInvocation(session);
            siftDown(0);
        } else {
            heap[0] = heap[--heapSize];
            siftDown(0);
        }
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

    private int countSessions() {
        int count = 0;
        for (int i = 0; i < bySession.length; i++) {
            if (startsSession(i)) {
                count++;
            }
        }
        return count;
    }

    private boolean startsSession(int i) {
        return i == 0 || bySession[i] >> 32 != bySession[i - 1] >> 32;
    }

    private void findSessions() {
        int session = -1;
        for (int i = 0; i < bySession.length; i++) {
            if (startsSession(i)) {
                session++;
                current[session] = i;
            }
            end[session] = i + 1;
        }
        for (int i = 0; i < heap.length; i++) {
            expectInvocation(i);
            heap[i] = i;
        }
        heapSize = heap.length;
        for (int i = heapSize / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
    }

    private int txnOf(int session) {
        return (int) bySession[current[session]];
    }

    private void expectInvocation(int session) {
        nanos[session] = history.startNanos(txnOf(session));
        kind[session] = INVOCATION;
    }

    private void expectCompletion(int session) {
        int next = current[session] + 1;
        nanos[session] = history.endNanos(txnOf(session));
        kind[session] = next < end[session] && history.startNanos((int) bySession[next]) <= nanos[session]
                ? COMPLETION_BEFORE_INVOCATION
                : COMPLETION;
    }

    private boolean isBefore(int session, int other) {
        if (nanos[session] != nanos[other]) {
            return nanos[session] < nanos[other];
        }
        return kind[session] != kind[other] ? kind[session] < kind[other] : session < other;
    }

    private void siftDown(int start) {
        int parent = start;
        while (2 * parent + 1 < heapSize) {
            int child = 2 * parent + 1;
            if (child + 1 < heapSize && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], heap[parent])) {
                return;
            }
            int moved = heap[parent];
            heap[parent] = heap[child];
            heap[child] = moved;
            parent = child;
        }
    }
}
