package moirai.history.files;

import java.util.Arrays;
import java.util.SortedSet;
import moirai.history.HistoryBuilder;

/**
 * Puts the transactions of several writers, each writer's in its own order, into the order in which {@link TxnMerge}
 * reads them. O(transactions * log(writers)), on arrays of numbers.
 */
final class StartOrder {

    /** The writer of each transaction, and when it is due: the latest start of that writer so far. */
    private int[] writers = new int[1 << 10];

    private long[] due = new long[1 << 10];
    private int size;
    private boolean isSorted = true;

    void clear() {
        size = 0;
        isSorted = true;
    }

    int size() {
        return size;
    }

    void add(int writer, long dueNanos) {
        if (size == due.length) {
            writers = Arrays.copyOf(writers, 2 * size);
            due = Arrays.copyOf(due, 2 * size);
        }
        writers[size] = writer;
        due[size] = dueNanos;
        isSorted &= size == 0 || due[size - 1] < dueNanos || (due[size - 1] == dueNanos && writers[size - 1] <= writer);
        size++;
    }

    /** Puts the transactions of the history, which were all added here, into their order. */
    void arrange(HistoryBuilder history, SortedSet<Integer> writersOfAll) {
        if (!isSorted) {
            int[] numbers = writersOfAll.stream().mapToInt(writer -> writer).toArray();
            for (int txn = 0; txn < size; txn++) {
                writers[txn] = Arrays.binarySearch(numbers, writers[txn]);
            }
            history.arrange(0, order(numbers.length), size);
        }
    }

    /** Returns the transactions in their order, by the places at which they were added. */
    private int[] order(int writerCount) {
        int[] ends = new int[writerCount + 1];
        for (int txn = 0; txn < size; txn++) {
            ends[writers[txn] + 1]++;
        }
        for (int writer = 0; writer < writerCount; writer++) {
            ends[writer + 1] += ends[writer];
        }
        int[] next = Arrays.copyOf(ends, writerCount);
        int[] byWriter = new int[size];
        for (int txn = 0; txn < size; txn++) {
            byWriter[next[writers[txn]]++] = txn;
        }
        return merged(byWriter, Arrays.copyOf(ends, writerCount), next);
    }

    private int[] merged(int[] byWriter, int[] next, int[] ends) {
        var heap = new TxnMerge.Heap(next.length);
        int live = 0;
        for (int writer = 0; writer < next.length; writer++) {
            if (next[writer] < ends[writer]) {
                heap.due[writer] = due[byWriter[next[writer]]];
                heap.live[live++] = writer;
            }
        }
        heap.arrange(live);
        int[] merged = new int[size];
        for (int i = 0; i < size; i++) {
            int writer = heap.first();
            merged[i] = byWriter[next[writer]++];
            if (next[writer] < ends[writer]) {
                heap.replaceFirst(due[byWriter[next[writer]]]);
            } else {
                heap.removeFirst();
            }
        }
        return merged;
    }
}
