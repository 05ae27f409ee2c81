package moirai.history.files;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;

/**
 * Merges the transactions of all writers into one order: of the writers' next transactions the one that starts first,
 * of equal ones that of the writer with the lowest number. The order of each writer is kept whatever its times say.
 *
 * <p>Transactions of few writers are read in this order, through a binary heap on primitives. O(transactions *
 * log(writers)).
 *
 * <p>The buffers, dictionaries and cursors of many writers do not stay in the cache from one transaction of a writer to
 * its next. Their order is made one span of time after the other: all transactions of the span are read, writer by
 * writer, and then sorted. The order is that of the times when they are due, which is the latest start of their writer
 * so far; those due at once are ordered by writer, and then as recorded. The length of spans adapts, so that there are
 * about {@link #TXNS_OF_WRITER} of each writer in one. O(transactions * log(transactions in a span) + spans * writers).
 */
final class TxnMerge {

    /** The number of writers up to which putting transactions into order costs more than it saves. */
    static final int FEW_WRITERS = 64;

    private static final int TXNS_OF_WRITER = 16;
    private static final int SPAN_BITS_MAX = 32;
    /**
     * The bits for a place, beside a time within a span, in a positive long: more transactions than a history can have.
     */
    private static final int PLACE_BITS = Long.SIZE - 1 - SPAN_BITS_MAX;

    private final List<TxnCursor> cursors;
    private final int fewWriters;
    private final SessionOwners owners = new SessionOwners();
    private final Heap heap;
    /** The time when each cursor's next transaction is due; in the heap, when it starts. */
    private final long[] due;
    /** The indices of cursors that have a transaction: ascending, or as a heap. */
    private final int[] live;

    /** The number of transactions at which it is asked again how many are to come. */
    private int foresight = 1 << 14;

    private boolean hasBegun;
    private int liveCount;
    private int spanBits = 20;
    /** The transactions of a span: when each is due since the span began, and below that its place. */
    private long[] keys = new long[1 << 12];

    private int[] order = {};
    private int size;

    /**
     * Makes a merge of the transactions of these writers.
     *
     * @param cursors by ascending number of their writers
     * @param fewWriters how many of them a heap is used for; usually {@link #FEW_WRITERS}
     */
    TxnMerge(List<TxnCursor> cursors, int fewWriters) {
        this.cursors = cursors;
        this.fewWriters = fewWriters;
        this.heap = new Heap(cursors.size());
        this.due = heap.due;
        this.live = heap.live;
    }

    /** Notes that the transactions go to several histories, so that none of them makes room for all. */
    TxnMerge inPieces() {
        foresight = Integer.MAX_VALUE;
        return this;
    }

    /**
     * Adds about this many of the next transactions: with many writers it ends with the span in which there are enough.
     *
     * @return whether there are more
     */
    boolean addTo(HistoryBuilder history, int txnsMax) {
        boolean isByHeap = cursors.size() <= fewWriters;
        if (!hasBegun) {
            begin();
            if (isByHeap) {
                heap.arrange(liveCount);
            }
        }
        if (isByHeap) {
            addByHeap(history, txnsMax);
            return !heap.isEmpty();
        }
        addBySpans(history, txnsMax);
        return liveCount > 0;
    }

    private void begin() {
        hasBegun = true;
        for (int i = 0; i < cursors.size(); i++) {
            TxnCursor cursor = cursors.get(i);
            if (cursor.advance()) {
                owners.claim(cursor);
                due[i] = cursor.startNanos();
                live[liveCount++] = i;
            }
        }
    }

    private void addByHeap(HistoryBuilder history, int txnsMax) {
        while (!heap.isEmpty() && history.txnCount() < txnsMax) {
            if (history.txnCount() == foresight) {
                foresee(history);
            }
            TxnCursor first = cursors.get(heap.first());
            if (addAndAdvance(first, history)) {
                heap.replaceFirst(first.startNanos());
            } else {
                heap.removeFirst();
            }
        }
    }

    /** Makes room for the rest of a long history; asked whenever there are twice as many transactions. */
    private void foresee(HistoryBuilder history) {
        foresight *= 2;
        history.reserveFor(
                cursors.stream().mapToLong(cursor -> cursor.chain().bytesRead()).sum(),
                cursors.stream().mapToLong(cursor -> cursor.chain().bytes()).sum());
    }

    private void addBySpans(HistoryBuilder history, int txnsMax) {
        while (liveCount > 0 && history.txnCount() < txnsMax) {
            int first = history.txnCount();
            readSpan(history);
            arrange(first, history);
            int wanted = TXNS_OF_WRITER * liveCount;
            if (size < wanted / 2) {
                spanBits = Math.min(spanBits + 1, SPAN_BITS_MAX);
            } else if (size > 2 * wanted) {
                spanBits = Math.max(spanBits - 1, 0);
            }
        }
    }

    /** Reads the transactions that are due in the next span, writer by writer. */
    private void readSpan(HistoryBuilder history) {
        long begin = Long.MAX_VALUE;
        for (int i = 0; i < liveCount; i++) {
            begin = Math.min(begin, due[live[i]]);
        }
        long last = begin + ((1L << spanBits) - 1);
        if (last < begin) {
            last = Long.MAX_VALUE;
        }
        size = 0;
        int left = 0;
        for (int i = 0; i < liveCount; i++) {
            int index = live[i];
            if (due[index] > last || read(index, begin, last, history)) {
                live[left++] = index;
            }
        }
        liveCount = left;
    }

    /** Reads the transactions of one writer that are due; returns whether more will be. */
    private boolean read(int index, long begin, long last, HistoryBuilder history) {
        TxnCursor cursor = cursors.get(index);
        while (due[index] <= last) {
            if (size == keys.length) {
                keys = Arrays.copyOf(keys, 2 * size);
            }
            keys[size] = (due[index] - begin) << PLACE_BITS | size;
            size++;
            if (!addAndAdvance(cursor, history)) {
                return false;
            }
            due[index] = Math.max(due[index], cursor.startNanos());
        }
        return true;
    }

    /** Puts the transactions of the span, which are the last of the history, into order. */
    private void arrange(int first, HistoryBuilder history) {
        Arrays.sort(keys, 0, size);
        if (order.length < size) {
            order = new int[keys.length];
        }
        for (int i = 0; i < size; i++) {
            order[i] = (int) (keys[i] & ((1L << PLACE_BITS) - 1));
        }
        history.arrange(first, order, size);
    }

    /** Adds the cursor's transaction, and advances to its next one; returns whether there is one. */
    private boolean addAndAdvance(TxnCursor cursor, HistoryBuilder history) {
        int session = cursor.session();
        cursor.addTo(history);
        if (!cursor.advance()) {
            return false;
        }
        if (cursor.session() != session) {
            owners.claim(cursor);
        }
        return true;
    }

    /** A binary heap of indices by the time when they are due; of equal times the lowest index comes first. */
    static final class Heap {

        final long[] due;
        final int[] live;
        private int count;

        Heap(int indices) {
            this.due = new long[indices];
            this.live = new int[indices];
        }

        /** Makes a heap of the first so many of {@link #live}. */
        void arrange(int liveCount) {
            count = liveCount;
            for (int i = count / 2 - 1; i >= 0; i--) {
                siftDown(i);
            }
        }

        boolean isEmpty() {
            return count == 0;
        }

        int first() {
            return live[0];
        }

        void replaceFirst(long dueNanos) {
            due[live[0]] = dueNanos;
            siftDown(0);
        }

        void removeFirst() {
            live[0] = live[--count];
            siftDown(0);
        }

        private void siftDown(int from) {
            int parent = from;
            int moving = live[from];
            while (2 * parent + 1 < count) {
                int child = 2 * parent + 1;
                if (child + 1 < count && isBefore(live[child + 1], live[child])) {
                    child++;
                }
                if (!isBefore(live[child], moving)) {
                    break;
                }
                live[parent] = live[child];
                parent = child;
            }
            live[parent] = moving;
        }

        private boolean isBefore(int index, int other) {
            return due[index] != due[other] ? due[index] < due[other] : index < other;
        }
    }

    /** The writers of sessions: a session's order is that of its writer's records, so it must not have two. */
    static final class SessionOwners {

        private final Map<Integer, Integer> writers = new HashMap<>();

        /** Claims the session of the cursor's transaction for its writer. Boxed, but once a session. */
        void claim(TxnCursor cursor) {
            int writer = cursor.chain().writer();
            int owner = writers.computeIfAbsent(cursor.session(), session -> writer);
            if (owner != writer) {
                throw new HistoryFormatException(
                        cursor.chain().file().toString(),
                        "has transactions of session " + cursor.session() + ", and so has writer " + owner);
            }
        }
    }
}
