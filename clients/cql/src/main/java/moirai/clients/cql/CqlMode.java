package moirai.clients.cql;

import moirai.history.DataModel;
import moirai.history.TxnPlan;

/** How transactions on lists or registers are made of what Cassandra has. */
public enum CqlMode {
    /**
     * Of one key: a read at serial consistency, then a change that takes effect only if the key still holds what was
     * read. This is a lightweight transaction, documented as linearizable for each partition.
     */
    LWT("lwt") {
        @Override
        public TxnPlan feasible(TxnPlan plan) {
            var part = new TxnPlan.Builder(plan.model(), plan.opCount());
            for (int i = 0; i < plan.opCount(); i++) {
                if (plan.key(i) == plan.key(0)) {
                    add(part, plan, i);
                }
            }
            return part.build();
        }
    },

    /**
     * Of one op: a read, or an append by {@code v = v + [e]}, or a write of a register, which read nothing and so never
     * conflict. Of several writes the one with the latest time-stamp stays, which is of the clock of the node that took
     * it (Cassandra's documentation, "Data Modeling, Last write wins").
     */
    COLLECTION("collection") {
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
     * Of any keys, and either reads of each, one after the other, or changes in one logged batch, which happen all or
     * not at all, but not at the same time. All have one time-stamp, so that of two writes to a register neither is the
     * later: a batch has one.
     */
    BATCH("batch") {
        @Override
        public TxnPlan feasible(TxnPlan plan) {
            boolean writes = plan.opCount() > 0 && plan.isChange(0);
            var part = new TxnPlan.Builder(plan.model(), plan.opCount());
            for (int i = 0; i < plan.opCount(); i++) {
                if (writes && plan.isChange(i) && (isList(plan) || isFirstWrite(plan.key(i), plan, i))) {
                    add(part, plan, i);
                } else if (!writes && isFirstOf(plan.key(i), plan, i)) {
                    part.read(plan.key(i));
                }
            }
            return part.build();
        }
    };

    private final String label;

    CqlMode(String label) {
        this.label = label;
    }

    /** Its name on the command line. */
    public String label() {
        return label;
    }

    /**
     * The part of a plan that can be one transaction; it begins with the plan's first op. Elements that are left out
     * are appended by nobody.
     */
    public abstract TxnPlan feasible(TxnPlan plan);

    private static void add(TxnPlan.Builder part, TxnPlan plan, int index) {
        if (plan.isChange(index)) {
            part.change(plan.key(index), plan.argument(index));
        } else {
            part.read(plan.key(index));
        }
    }

    private static boolean isList(TxnPlan plan) {
        return plan.model() == DataModel.LIST_APPEND;
    }

    private static boolean isFirstWrite(int key, TxnPlan plan, int index) {
        for (int earlier = 0; earlier < index; earlier++) {
            if (plan.isChange(earlier) && plan.key(earlier) == key) {
                return false;
            }
        }
        return true;
    }

    /** A second read of a key would say that reads are at different times, which everybody knows. */
    private static boolean isFirstOf(int key, TxnPlan plan, int index) {
        for (int earlier = 0; earlier < index; earlier++) {
            if (plan.key(earlier) == key) {
                return false;
            }
        }
        return true;
    }
}
