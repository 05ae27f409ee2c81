package moirai.exploration.search;

import java.util.Arrays;

/** The reads of one transaction from others, in program order. */
final class ExternalReads {

    private int[] keys = new int[8];
    private int[] sources = new int[8];
    private int count;

    /** Returns the external reads among the first steps. */
    static ExternalReads of(Steps steps, int stepCount) {
        var reads = new ExternalReads();
        reads.reset(steps, stepCount);
        return reads;
    }

    void reset(Steps steps, int stepCount) {
        clear();
        for (int step = 0; step < stepCount; step++) {
            if (steps.isExternal(step)) {
                add(steps.key(step), steps.source(step));
            }
        }
    }

    void add(int key, int source) {
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
            sources = Arrays.copyOf(sources, 2 * count);
        }
        keys[count] = key;
        sources[count++] = source;
    }

    void clear() {
        count = 0;
    }

    void removeLast() {
        count--;
    }

    int count() {
        return count;
    }

    int key(int read) {
        return keys[read];
    }

    int source(int read) {
        return sources[read];
    }

    /** Returns the transactions that the first reads read from, as bits; the initial state has no bit. */
    long sourceMask(int readCount) {
        long mask = 0;
        for (int read = 0; read < readCount; read++) {
            if (sources[read] != Steps.INITIAL) {
                mask |= 1L << sources[read];
            }
        }
        return mask;
    }
}
