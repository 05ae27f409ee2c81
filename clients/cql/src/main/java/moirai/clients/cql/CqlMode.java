package moirai.clients.cql;

import java.util.Locale;
import java.util.stream.IntStream;
import moirai.history.DataModel;
import moirai.history.TxnPlan;

/** A way to make transactions from the operations of Cassandra. Counters have only {@link #COLLECTION}. */
public enum CqlMode {
    /**
     * Transactions on one key: a read at serial consistency, then a change that takes effect only if the key still
     * holds what was read. This is a lightweight transaction, documented as linearizable for each partition.
     */
    LWT {
        @Override
        public TxnPlan feasible(TxnPlan plan) {
            var part = new TxnPlan.Builder(plan.model(), plan.opCount());
            for (int i = 0; i < plan.opCount(); i++) {
                if (plan.key(i) == plan.key(0)) {
                    add(part, plan, i);
                }
            }
            return (plan.isGuarded() ? part.guarded() : part).build();
        }
    },

    /**
     * Transactions of one op: a read, or {@code v = v + e} on a list, a set or a counter, or a write of a register.
     * Changes read nothing and so never conflict. Of several writes the one with the latest time-stamp stays, which is
     * of the clock of the node that took it (Cassandra's documentation, "Data Modeling, Last write wins").
     */
    COLLECTION {
        @Override
        public TxnPlan feasible(TxnPlan plan) {
            var part = new TxnPlan.Builder(plan.model(), 1);
            if (plan.opCount() > 0) {
                add(part, plan, 0);
            }
            return part.build();
        }
    },

    /**
     * Transactions on any keys, which are either reads of each key, one after the other, or changes in one logged
     * batch. The changes happen all or not at all, but not at the same time. All changes of a batch have the same
     * time-stamp, so two writes to one register would have no order. A batch therefore writes each register at most
     * once.
     */
    BATCH {
        @Override
        public TxnPlan feasible(TxnPlan plan) {
            boolean writes = plan.opCount() > 0 && plan.isChange(0);
            var part = new TxnPlan.Builder(plan.model(), plan.opCount());
            for (int i = 0; i < plan.opCount(); i++) {
                if (writes && plan.isChange(i) && (!isRegister(plan) || isFirstWrite(plan.key(i), plan, i))) {
                    add(part, plan, i);
                } else if (!writes && isFirstOf(plan.key(i), plan, i)) {
                    part.read(plan.key(i));
                }
            }
            return part.build();
        }
    };

    /** Returns the name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the part of a plan that can be one transaction; it begins with the plan's first op. Elements that are
     * left out are appended by nobody.
     */
    public abstract TxnPlan feasible(TxnPlan plan);

    private static void add(TxnPlan.Builder part, TxnPlan plan, int index) {
        if (plan.isChange(index)) {
            part.change(plan.key(index), plan.argument(index));
        } else {
            part.read(plan.key(index));
        }
    }

    private static boolean isRegister(TxnPlan plan) {
        return plan.model() == DataModel.REGISTER;
    }

    private static boolean isFirstWrite(int key, TxnPlan plan, int index) {
        return IntStream.range(0, index).noneMatch(earlier -> plan.isChange(earlier) && plan.key(earlier) == key);
    }

    /**
     * Returns whether this is the first op on the key. A second read of a key would only show that reads happen at
     * different times.
     */
    private static boolean isFirstOf(int key, TxnPlan plan, int index) {
        return IntStream.range(0, index).noneMatch(earlier -> plan.key(earlier) == key);
    }
}
