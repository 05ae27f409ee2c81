package moirai.history.files;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;

/**
 * One order of the transactions of all writers: of the writers' next transactions the one that starts first, of equal
 * ones that of the writer with the lowest number. The order of each writer is kept whatever its times say.
 *
 * <p>A binary heap on primitives. O(transactions * log(writers)).
 */
final class TxnMerge {

    private final List<TxnCursor> cursors;
    private final Map<Integer, Integer> writerOfSession = new HashMap<>();
    /** Indices of cursors that have a transaction, as a heap. */
    private final int[] heap;
    /** The start of each cursor's next transaction. */
    private final long[] startNanos;

    private int size;

    /** @param cursors by ascending number of their writers */
    TxnMerge(List<TxnCursor> cursors) {
        this.cursors = cursors;
        this.heap = new int[cursors.size()];
        this.startNanos = new long[cursors.size()];
    }

    void addTo(HistoryBuilder history) {
        for (int i = 0; i < cursors.size(); i++) {
            TxnCursor cursor = cursors.get(i);
            if (cursor.advance()) {
                claimSession(cursor);
                startNanos[i] = cursor.startNanos();
                heap[size++] = i;
            }
        }
        for (int i = size / 2 - 1; i >= 0; i--) {
            siftDown(i);
        }
        while (size > 0) {
            addFirst(history);
            siftDown(0);
        }
    }

    private void addFirst(HistoryBuilder history) {
        TxnCursor first = cursors.get(heap[0]);
        int session = first.session();
        first.addTo(history);
        if (first.advance()) {
            if (first.session() != session) {
                claimSession(first);
            }
            startNanos[heap[0]] = first.startNanos();
        } else {
            heap[0] = heap[--size];
        }
    }

    /** A session's order is that of its writer's records, so it must not have two. Boxed, but once a session. */
    private void claimSession(TxnCursor cursor) {
        int writer = cursor.chain().writer();
        int owner = writerOfSession.computeIfAbsent(cursor.session(), session -> writer);
        if (owner != writer) {
            throw new HistoryFormatException(
                    cursor.chain().file().toString(),
                    "has transactions of session " + cursor.session() + ", and so has writer " + owner);
        }
    }

    private void siftDown(int from) {
        int parent = from;
        int moving = heap[from];
        while (2 * parent + 1 < size) {
            int child = 2 * parent + 1;
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], moving)) {
                break;
            }
            heap[parent] = heap[child];
            parent = child;
        }
        heap[parent] = moving;
    }

    private boolean isBefore(int cursor, int other) {
        return startNanos[cursor] != startNanos[other] ? startNanos[cursor] < startNanos[other] : cursor < other;
    }
}
