package moirai.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a session is asked to run as one transaction: appends and reads in order.
 *
 * <p>Packed into one array, two ints an op, because generators make millions of plans a second.
 */
public final class TxnPlan {

    /** Key and element of each op; the element of a read is {@link Op.Append#RESERVED}. */
    private final int[] steps;

    private TxnPlan(int[] steps) {
        this.steps = steps;
    }

    /**
     * A plan of these ops; answers in reads are dropped.
     *
     * @throws IllegalArgumentException if an op's key is no int, or it neither appends to a list nor reads one
     */
    public static TxnPlan of(Op... ops) {
        return of(List.of(ops));
    }

    /**
     * A plan of these ops; answers in reads are dropped.
     *
     * @throws IllegalArgumentException if an op's key is no int, or it neither appends to a list nor reads one
     */
    public static TxnPlan of(List<? extends Op> ops) {
        var plan = new Builder(ops.size());
        for (Op op : ops) {
            switch (op) {
                case Op.Append append -> plan.append(intKey(append), append.element());
                case Op.Read read -> plan.read(intKey(read));
                case Op.Scan scan -> throw unplanned(scan);
                case Op.OffList step -> throw unplanned(step);
            }
        }
        return plan.build();
    }

    private static int intKey(Op op) {
        if ((int) op.key() != op.key()) {
            throw new IllegalArgumentException("the key of " + op + " is not a number of 32 bits, as plans need");
        }
        return (int) op.key();
    }

    private static IllegalArgumentException unplanned(Op op) {
        return new IllegalArgumentException(op + " cannot be planned; plans append to lists and read lists");
    }

    /** How many ops. */
    public int opCount() {
        return steps.length / 2;
    }

    public boolean isAppend(int index) {
        return steps[2 * index + 1] != Op.Append.RESERVED;
    }

    public int key(int index) {
        return steps[2 * index];
    }

    /** The element that the append at {@code index} adds; meaningless for a read. */
    public int element(int index) {
        return steps[2 * index + 1];
    }

    /** The op at {@code index}; a read is {@linkplain Op.Read#planned planned}. */
    public Op op(int index) {
        return isAppend(index) ? new Op.Append(key(index), element(index)) : Op.Read.planned(key(index));
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
        return other instanceof TxnPlan that && Arrays.equals(steps, that.steps);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(steps);
    }

    /** Ops as in {@link HistoryNotation}: {@code r1 a2=7}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int i = 0; i < opCount(); i++) {
            text.append(i == 0 ? "" : " ").append(isAppend(i) ? op(i).toString() : "r" + key(i));
        }
        return text.toString();
    }

    /** Packs a plan op by op, without an object per op. Single-threaded, for one plan. */
    public static final class Builder {

        private int[] steps;
        private int size;

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
            return new TxnPlan(size == steps.length ? steps : Arrays.copyOf(steps, size));
        }
    }
}
