package moirai.exploration.search;

import java.util.Arrays;

/**
 * A transaction that has ended, with its place in a history: the transactions that it reads from, and its causal past.
 */
public final class Block {

    private final TxnPlace place;
    private final Steps steps;
    private final TxnEnd end;
    private final ExternalReads reads;
    /** The indexes of the steps that are external reads, in order. */
    private final int[] readSteps;

    private final int[] writtenKeys;
    private final Object[] writtenValues;
    private final Demands demands;

    Block(TxnPlace place, Steps steps, TxnEnd end, Demands demands) {
        this.place = place;
        this.steps = steps;
        this.end = end;
        this.reads = ExternalReads.of(steps, steps.count());
        this.readSteps = new int[reads.count()];
        int read = 0;
        for (int step = 0; step < steps.count(); step++) {
            if (steps.isExternal(step)) {
                readSteps[read++] = step;
            }
        }
        this.writtenKeys = end.isCommitted() ? writtenKeys(steps) : new int[0];
        this.writtenValues = new Object[writtenKeys.length];
        for (int index = 0; index < writtenKeys.length; index++) {
            writtenValues[index] = steps.value(steps.lastWrite(writtenKeys[index]));
        }
        this.demands = demands;
    }

    private static int[] writtenKeys(Steps steps) {
        int[] keys = new int[steps.count()];
        int count = 0;
        for (int step = 0; step < steps.count(); step++) {
            if (steps.source(step) == Steps.WRITE && steps.lastWrite(steps.key(step)) == step) {
                keys[count++] = steps.key(step);
            }
        }
        return Arrays.copyOf(keys, count);
    }

    public TxnPlace place() {
        return place;
    }

    public int id() {
        return place.id();
    }

    long bit() {
        return 1L << place.id();
    }

    public Steps steps() {
        return steps;
    }

    public TxnEnd end() {
        return end;
    }

    ExternalReads reads() {
        return reads;
    }

    int readStep(int read) {
        return readSteps[read];
    }

    long direct() {
        return demands.direct();
    }

    /**
     * Returns its causal past, as bits: all transactions before it by session order and reads, transitively, without
     * itself.
     */
    long past() {
        return demands.past();
    }

    int writtenCount() {
        return writtenKeys.length;
    }

    int writtenKey(int index) {
        return writtenKeys[index];
    }

    boolean writes(int key) {
        return indexOf(key) >= 0;
    }

    /** Returns whether the transaction has read anything under a lock. */
    boolean hasLocks() {
        return steps.hasLocks();
    }

    /** Returns whether one of its reads is under a lock. */
    boolean isLocking(int read) {
        return steps.isLocking(readSteps[read]);
    }

    /** Returns the value that other transactions read from it. */
    public Object written(int key) {
        return writtenValues[indexOf(key)];
    }

    private int indexOf(int key) {
        for (int index = 0; index < writtenKeys.length; index++) {
            if (writtenKeys[index] == key) {
                return index;
            }
        }
        return -1;
    }

    /**
     * Returns the demands of the level because of its reads. They are the same in every history that contains its
     * causal past.
     */
    Demands demands() {
        return demands;
    }

    /** The transactions before a transaction, and the demands of its reads on the order of commits. */
    static final class Demands {

        private final long direct;
        private final long past;
        private final int[] forcedTo;
        private final long[] forcedFrom;

        /**
         * Creates demands: all transactions of {@code forcedFrom[i]} commit before {@code forcedTo[i]}.
         *
         * @param direct the transactions before it by session order or reads, as bits
         * @param past the same, transitively
         */
        Demands(long direct, long past, int[] forcedTo, long[] forcedFrom) {
            this.direct = direct;
            this.past = past;
            this.forcedTo = forcedTo;
            this.forcedFrom = forcedFrom;
        }

        long direct() {
            return direct;
        }

        long past() {
            return past;
        }

        int count() {
            return forcedTo.length;
        }

        int to(int demand) {
            return forcedTo[demand];
        }

        long from(int demand) {
            return forcedFrom[demand];
        }
    }
}
