package moirai.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A plan that a session is asked to run as one transaction: changes of keys, reads and scans in order. Its keys hold
 * one kind of data, and the changes are those of that kind.
 *
 * <p>Packed into one array, two ints an op, because generators make millions of plans a second. Scans, of which most
 * plans have none, take two ints more.
 */
public final class TxnPlan {

    private static final int[] NO_SCANS = {};

    private final DataModel model;
    private final boolean guarded;
    private final boolean rolledBack;
    /** The key and argument of each op; the argument of a read or scan is {@link Op.Append#RESERVED}. */
    private final int[] steps;
    /** The index and last key of each scan, in ascending order. */
    private final int[] scans;

    private TxnPlan(Builder builder, int[] steps) {
        this.model = builder.model;
        this.guarded = builder.guarded;
        this.rolledBack = builder.rolledBack;
        this.steps = steps;
        this.scans = builder.scans;
    }

    /** Makes a plan of these ops, as {@link #of(List)} does. */
    public static TxnPlan of(Op... ops) {
        return of(List.of(ops));
    }

    /**
     * Makes a plan of these ops; answers in reads are dropped, and so are the reads of what a scan found.
     *
     * @throws IllegalArgumentException if an op's key or argument is no int, or keys hold different kinds of data
     */
    public static TxnPlan of(List<? extends Op> ops) {
        var plan = new Builder(model(ops), ops.size());
        for (int i = 0; i < ops.size(); i++) {
            Op op = ops.get(i);
            int key = toInt(op, op.key());
            switch (op) {
                case Op.Append append -> plan.change(key, append.element());
                case Op.Write write -> plan.change(key, toInt(op, write.value()));
                case Op.Add add -> plan.change(key, add.element());
                case Op.Increment increment -> plan.change(key, toInt(op, increment.amount()));
                case Op.Scan scan -> {
                    plan.scan(key, toInt(op, scan.to()));
                    i += Math.max(0, scan.matches());
                }
                case Op.Read read -> plan.read(key);
                case Op.ReadValue read -> plan.read(key);
                case Op.ReadInitial read -> plan.read(key);
                case Op.ReadSet read -> plan.read(key);
                case Op.ReadCounter read -> plan.read(key);
            }
        }
        return plan.build();
    }

    /** Returns the kind of data of all keys; a planned read may be of any kind. */
    private static DataModel model(List<? extends Op> ops) {
        DataModel model = DataModel.LIST_APPEND;
        boolean isKnown = false;
        for (Op op : ops) {
            if (!(op instanceof Op.Read read) || read.elements().isKnown()) {
                DataModel own = model(op);
                if (isKnown && own != model) {
                    throw new IllegalArgumentException(
                            op + " is of " + own.plural() + ", and others of this plan are of " + model.plural());
                }
                model = own;
                isKnown = true;
            }
        }
        return model;
    }

    private static DataModel model(Op op) {
        return switch (op) {
            case Op.Append append -> DataModel.LIST_APPEND;
            case Op.Read read -> DataModel.LIST_APPEND;
            case Op.Scan scan -> DataModel.LIST_APPEND;
            case Op.OnRegister onRegister -> DataModel.REGISTER;
            case Op.OnSet onSet -> DataModel.SET;
            case Op.OnCounter onCounter -> DataModel.COUNTER;
        };
    }

    private static int toInt(Op op, long number) {
        if ((int) number != number) {
            throw new IllegalArgumentException(number + " in " + op + " is not a number of 32 bits, as plans need");
        }
        return (int) number;
    }

    /** Returns the kind of data of the keys. */
    public DataModel model() {
        return model;
    }

    /**
     * Returns whether changes depend on what the transaction has read. Instead of taking a counter below zero, the
     * session rolls back: a transfer between accounts that must not be overdrawn. So it does instead of writing a
     * register that another transaction has written meanwhile: a compare-and-set. Lists and sets are never guarded.
     */
    public boolean isGuarded() {
        return guarded;
    }

    /** Returns whether the session rolls the transaction back when all ops are done, instead of committing it. */
    public boolean isRolledBack() {
        return rolledBack;
    }

    /** Returns how many ops there are. */
    public int opCount() {
        return steps.length / 2;
    }

    /** Returns whether the op changes its key: appends an element, writes, adds an element, or increments. */
    public boolean isChange(int index) {
        return steps[2 * index + 1] != Op.Append.RESERVED;
    }

    /** Returns whether the op at {@code index} reads all lists of a range of keys. */
    public boolean isScan(int index) {
        return scanAt(index) >= 0;
    }

    /** Returns the key of the op at {@code index}; of a scan, the first of its range. */
    public int key(int index) {
        return steps[2 * index];
    }

    /**
     * Returns the last key in the range of the scan at {@code index}.
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

    /** Searches from front to back: a plan has few scans, and most have none. */
    private int scanAt(int index) {
        for (int i = 0; i < scans.length; i += 2) {
            if (scans[i] == index) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the element, value or amount of the change at {@code index}; meaningless for a read or scan. */
    public int argument(int index) {
        return steps[2 * index + 1];
    }

    /** Returns the op at {@code index}; a read or scan is {@linkplain Op.Read#planned planned}. */
    public Op op(int index) {
        if (isChange(index)) {
            return switch (model) {
                case LIST_APPEND -> new Op.Append(key(index), argument(index));
                case REGISTER -> new Op.Write(key(index), argument(index));
                case SET -> new Op.Add(key(index), argument(index));
                case COUNTER -> new Op.Increment(key(index), argument(index));
            };
        }
        return isScan(index) ? Op.Scan.planned(key(index), scanTo(index)) : Op.Read.planned(key(index));
    }

    /**
     * Returns the plan with a read of the key in place of each change, for a session at a node that takes no writes.
     */
    public TxnPlan readOnly() {
        var plan = new Builder(model, opCount());
        for (int i = 0; i < opCount(); i++) {
            if (isScan(i)) {
                plan.scan(key(i), scanTo(i));
            } else {
                plan.read(key(i));
            }
        }
        return plan.build();
    }

    /** Returns all ops as a new list. */
    public List<Op> ops() {
        var ops = new ArrayList<Op>(opCount());
        for (int i = 0; i < opCount(); i++) {
            ops.add(op(i));
        }
        return List.copyOf(ops);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TxnPlan that
                && model == that.model
                && guarded == that.guarded
                && rolledBack == that.rolledBack
                && Arrays.equals(steps, that.steps)
                && Arrays.equals(scans, that.scans);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(steps) + Arrays.hashCode(scans);
    }

    /** Returns ops as in {@link HistoryNotation}: {@code r1 a2=7 p1..9}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int i = 0; i < opCount(); i++) {
            text.append(i == 0 ? "" : " ");
            if (isChange(i)) {
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

        private final DataModel model;
        private int[] steps;
        private int size;
        private int[] scans = NO_SCANS;
        private boolean guarded;
        private boolean rolledBack;

        /** Makes a builder for lists, with room for so many ops. */
        public Builder(int opCountExpected) {
            this(DataModel.LIST_APPEND, opCountExpected);
        }

        /**
         * Makes a builder for keys of one kind.
         *
         * @param opCountExpected room to reserve; the plan may be shorter or longer
         */
        public Builder(DataModel model, int opCountExpected) {
            this.model = model;
            this.steps = new int[2 * opCountExpected];
        }

        /** Adds an append, a write, an add or an increment. */
        public Builder change(int key, int argument) {
            if (argument == Op.Append.RESERVED) {
                throw new IllegalArgumentException("element " + argument + " is reserved; use any other int");
            }
            return add(key, argument);
        }

        /**
         * Makes the session roll back instead of taking a counter below zero that it has read, or of writing a register
         * that no longer holds what it has read.
         */
        public Builder guarded() {
            guarded = true;
            return this;
        }

        /** Makes the session roll the transaction back when all ops are done. */
        public Builder rolledBack() {
            rolledBack = true;
            return this;
        }

        public Builder append(int key, int element) {
            if (model != DataModel.LIST_APPEND) {
                throw new IllegalArgumentException("keys of this plan hold " + model.plural() + ", and not lists");
            }
            return change(key, element);
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

        /** Returns the plan; the builder must not be used again. */
        public TxnPlan build() {
            return new TxnPlan(this, size == steps.length ? steps : Arrays.copyOf(steps, size));
        }
    }
}
