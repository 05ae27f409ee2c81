package moirai.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a session is asked to run as one transaction: appends, reads and scans in order.
 *
 * <p>Packed into one array, two ints an op, because generators make millions of plans a second. Scans, of which most
 * plans have none, take two ints more.
 */
public final class TxnPlan {

    private static final int[] NO_SCANS = {};

    /** Key and element of each op; the element of a read or scan is {@link Op.Append#RESERVED}. */
    private final int[] steps;
    /** Index and last key of each scan, in ascending order. */
    private final int[] scans;

    private TxnPlan(int[] steps, int[] scans) {
        this.steps = steps;
        this.scans = scans;
    }

    /**
     * A plan of these ops; answers in reads are dropped, and so are the reads of what a scan found.
     *
     * @throws IllegalArgumentException if an op's key is no int, or it neither appends to lists nor reads them
     */
    public static TxnPlan of(Op... ops) {
        return of(List.of(ops));
    }

    /**
     * A plan of these ops; answers in reads are dropped, and so are the reads of what a scan found.
     *
     * @throws IllegalArgumentException if an op's key is no int, or it neither appends to lists nor reads them
     */
    public static TxnPlan of(List<? extends Op> ops) {
        var plan = new Builder(ops.size());
        for (int i = 0; i < ops.size(); i++) {
            switch (ops.get(i)) {
                case Op.Append append -> plan.append(intKey(append, append.key()), append.element());
                case Op.Read read -> plan.read(intKey(read, read.key()));
                case Op.Scan scan -> {
                    plan.scan(intKey(scan, scan.key()), intKey(scan, scan.to()));
                    i += Math.max(0, scan.matches());
                }
                case Op.OffList step ->
                    throw new IllegalArgumentException(
                            step + " cannot be planned; plans append to lists, read and scan them");
            }
        }
        return plan.build();
    }

    private static int intKey(Op op, long key) {
        if ((int) key != key) {
            throw new IllegalArgumentException("the key of " + op + " is not a number of 32 bits, as plans need");
        }
        return (int) key;
    }

    /** How many ops. */
    public int opCount() {
        return steps.length / 2;
    }

    public boolean isAppend(int index) {
        return steps[2 * index + 1] != Op.Append.RESERVED;
    }

    /** Whether the op at {@code index} reads all lists of a range of keys. */
    public boolean isScan(int index) {
        return scanAt(index) >= 0;
    }

    /** The key of the op at {@code index}; of a scan, the first of its range. */
    public int key(int index) {
        return steps[2 * index];
    }

    /**
     * The last key in the range of the scan at {@code index}.
     *
     * @throws IllegalArgumentException if that op is no scan
     */
    public int scanTo(int index) {
        int scan = scanAt(index);
        if (scan < 0) {
            throw new IllegalArgumentException("op " + index + " of " + this + " is no scan");
        }
        return scans[scan + 1];
    }

    /** A search from front to back: a plan has few scans, and most have none. */
    private int scanAt(int index) {
        for (int i = 0; i < scans.length; i += 2) {
            if (scans[i] == index) {
                return i;
            }
        }
        return -1;
    }

    /** The element that the append at {@code index} adds; meaningless for a read or scan. */
    public int element(int index) {
        return steps[2 * index + 1];
    }

    /** The op at {@code index}; a read or scan is {@linkplain Op.Read#planned planned}. */
    public Op op(int index) {
        if (isAppend(index)) {
            return new Op.Append(key(index), element(index));
        }
        return isScan(index) ? Op.Scan.planned(key(index), scanTo(index)) : Op.Read.planned(key(index));
    }

    /** All ops as a new list. */
    public List<Op> ops() {
        var ops = new ArrayList<Op>(opCount());
        for (int i = 0; i < opCount(); i++) {
            ops.add(op(i));
        }
        return List.copyOf(ops);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TxnPlan that && Arrays.equals(steps, that.steps) && Arrays.equals(scans, that.scans);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(steps) + Arrays.hashCode(scans);
    }

    /** Ops as in {@link HistoryNotation}: {@code r1 a2=7 p1..9}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int i = 0; i < opCount(); i++) {
            text.append(i == 0 ? "" : " ");
            if (isAppend(i)) {
                text.append(op(i));
            } else if (isScan(i)) {
                text.append('p').append(key(i)).append("..").append(scanTo(i));
            } else {
                text.append('r').append(key(i));
            }
        }
        return text.toString();
    }

    /** Packs a plan op by op, without an object per op. Single-threaded, for one plan. */
    public static final class Builder {

        private int[] steps;
        private int size;
        private int[] scans = NO_SCANS;

        /** @param opCountExpected room to reserve; the plan may be shorter or longer */
        public Builder(int opCountExpected) {
            this.steps = new int[2 * opCountExpected];
        }

        public Builder append(int key, int element) {
            if (element == Op.Append.RESERVED) {
                throw new IllegalArgumentException("element " + element + " is reserved; use any other int");
            }
            return add(key, element);
        }

        public Builder read(int key) {
            return add(key, Op.Append.RESERVED);
        }

        /**
         * Adds a read of all lists with keys {@code from} to {@code to}, both included.
         *
         * @throws IllegalArgumentException if the range ends before it begins
         */
        public Builder scan(int from, int to) {
            if (to < from) {
                throw new IllegalArgumentException("the range " + from + ".." + to + " ends before it begins");
            }
            scans = Arrays.copyOf(scans, scans.length + 2);
            scans[scans.length - 2] = size / 2;
            scans[scans.length - 1] = to;
            return add(from, Op.Append.RESERVED);
        }

        private Builder add(int key, int element) {
            if (size == steps.length) {
                steps = Arrays.copyOf(steps, Math.max(8, 2 * size));
            }
            steps[size] = key;
            steps[size + 1] = element;
            size += 2;
            return this;
        }

        /** The plan; the builder must not be used again. */
        public TxnPlan build() {
            return new TxnPlan(size == steps.length ? steps : Arrays.copyOf(steps, size), scans);
        }
    }
}
