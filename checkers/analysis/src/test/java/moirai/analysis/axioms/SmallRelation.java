package moirai.analysis.axioms;

import java.util.function.IntBinaryOperator;

/** A relation over at most 31 transactions, as what comes before each. Immutable. */
final class SmallRelation {

    /** The rule by which two are related. */
    @FunctionalInterface
    interface Rule {
        boolean holds(int first, int second);
    }

    private final int[] before;

    private SmallRelation(int[] before) {
        this.before = before;
    }

    static SmallRelation of(int size, Rule rule) {
        var before = new int[size];
        for (int second = 0; second < size; second++) {
            for (int first = 0; first < size; first++) {
                before[second] |= rule.holds(first, second) ? 1 << first : 0;
            }
        }
        return new SmallRelation(before);
    }

    /** Returns the order in which 0 comes first, and then the others, given less one. */
    static SmallRelation inOrder(int... others) {
        var before = new int[others.length + 1];
        int placed = 1;
        for (int other : others) {
            before[other + 1] = placed;
            placed |= 1 << (other + 1);
        }
        return new SmallRelation(before);
    }

    boolean holds(int first, int second) {
        return (before[second] & 1 << first) != 0;
    }

    /** All that come before it, as a set of bits. */
    int before(int second) {
        return before[second];
    }

    SmallRelation or(SmallRelation that) {
        return combined(that, (mine, others) -> mine | others);
    }

    SmallRelation and(SmallRelation that) {
        return combined(that, (mine, others) -> mine & others);
    }

    private SmallRelation combined(SmallRelation that, IntBinaryOperator operator) {
        var all = before.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = operator.applyAsInt(all[i], that.before[i]);
        }
        return new SmallRelation(all);
    }

    SmallRelation orEqual() {
        var all = before.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] |= 1 << i;
        }
        return new SmallRelation(all);
    }

    /** First this, then that. */
    SmallRelation then(SmallRelation that) {
        var all = new int[before.length];
        for (int i = 0; i < all.length; i++) {
            for (int rest = that.before[i]; rest != 0; rest &= rest - 1) {
                all[i] |= before[Integer.numberOfTrailingZeros(rest)];
            }
        }
        return new SmallRelation(all);
    }

    SmallRelation transitive() {
        var all = before.clone();
        for (int via = 0; via < all.length; via++) {
            for (int i = 0; i < all.length; i++) {
                all[i] |= (all[i] & 1 << via) != 0 ? all[via] : 0;
            }
        }
        return new SmallRelation(all);
    }

    boolean contains(SmallRelation that) {
        for (int i = 0; i < before.length; i++) {
            if ((that.before[i] & ~before[i]) != 0) {
                return false;
            }
        }
        return true;
    }
}
