package moirai.analysis.registers;

import java.util.BitSet;
import moirai.analysis.Succession.Rule;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.cycles.Shape;

/**
 * Orders of versions that follow from dependencies between transactions, which follow from orders of versions, to a
 * fixed point: Kingsbury, Alvaro, "Elle" (2020), section 5.2.
 *
 * <p>Of one key, let T1 have read or written v last and let T2, which depends on T1 directly, have read or written u.
 * Were u before v in the version order, there would be a cycle (W is the writer of v):
 *
 * <ul>
 *   <li>T1 wr T2 or T1 ww T2, and T2 wrote u: T2 ww T1, or T2 ww W wr T1: G1c, or G0, which is one.
 *   <li>T1 wr T2 or T1 ww T2, and T2 read u: T2 rw T1, or T2 rw W wr T1: G-single.
 *   <li>T1 rw T2, and T2 wrote u: T2 ww T1, or T2 ww W wr T1: G-single.
 *   <li>T1 rw T2, and T2 read u: T2 rw T1, or T2 rw W wr T1: G2-item.
 * </ul>
 *
 * <p>So v precedes u wherever such cycles are not to be there, and the writers and readers of v come before the writer
 * of u. An inferred ww stands for a chain of ww edges in the version order, an inferred rw for one rw edge and such a
 * chain, or for a chain alone, should the reader itself be who overwrote: no walk gains an rw edge or two adjacent
 * ones by that, and a walk that is closed contains a cycle at least as grave.
 *
 * <p>Each dependency costs O(ops of its two transactions × log); how many are looked at is bounded by a multiple of
 * the ops, so the fixed point is a lower bound where the limit strikes.
 */
final class TxnRules {

    /** The number of ops that are looked at, for each op of the history. */
    private static final long STEPS_PER_OP = 256;
    /** Reads of larger transactions are not searched through. */
    private static final int OPS_MAX = 256;

    private final KeyValueHistory history;
    private final Versions versions;
    private final ExcludedCycles target;
    private final Orders orders;
    private final BitSet asideKeys;
    private long steps;

    TxnRules(KeyValueHistory history, Versions versions, ExcludedCycles target, Orders orders, BitSet asideKeys) {
        this.history = history;
        this.versions = versions;
        this.target = target;
        this.orders = orders;
        this.asideKeys = asideKeys;
        this.steps = STEPS_PER_OP * (history.readCount() + history.writeCount());
    }

    void apply() {
        if (!target.covers(Shape.G1C)) {
            return;
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            for (int read = history.firstRead(txn); read < history.endRead(txn); read++) {
                int version = versions.ofRead(read);
                if (!versions.isInitial(version)) {
                    follow(Rule.WRITE_READ, versions.writer(version), txn, Orders.NONE);
                }
            }
        }
        if (target.covers(Shape.G_SINGLE)) {
            followInitial();
        }
        for (int order = 0; order < orders.count() && steps > 0; order++) {
            follow(order);
        }
    }

    /** Follows the anti-dependencies of those who read the initial version of a key: they precede all who wrote it. */
    private void followInitial() {
        int[] followed = new int[history.keyCount()];
        for (int write = 0; write < history.writeCount(); write++) {
            int key = history.writeKey(write);
            int initial = versions.initial(key);
            if (!asideKeys.get(key) && followed[key]++ < versions.successorsMax(initial)) {
                for (int i = versions.firstReader(initial); i < versions.endReader(initial); i++) {
                    follow(Rule.READ_WRITE, versions.reader(i), versions.writer(write), Orders.onInitial(key));
                }
            }
        }
    }

    private void follow(int order) {
        int earlier = orders.earlier(order);
        int later = orders.later(order);
        if (asideKeys.get(versions.key(earlier)) || versions.isInitial(later)) {
            return;
        }
        int overwriter = versions.writer(later);
        if (!versions.isInitial(earlier)) {
            follow(Rule.WRITE_WRITE, versions.writer(earlier), overwriter, order);
        }
        if (target.covers(Shape.G_SINGLE)) {
            int end = Math.min(
                    versions.endReader(earlier), versions.firstReader(earlier) + versions.successorsMax(earlier));
            for (int i = versions.firstReader(earlier); i < end; i++) {
                follow(Rule.READ_WRITE, versions.reader(i), overwriter, order);
            }
        }
    }

    /** Adds the orders that follow if the second transaction depends on the first. */
    private void follow(Rule dependency, int first, int second, int premise) {
        int reads = history.endRead(second) - history.firstRead(second);
        int writes = history.endWrite(second) - history.firstWrite(second);
        boolean isAntidependency = dependency == Rule.READ_WRITE;
        if (first == second || steps <= 0 || reads + writes > OPS_MAX) {
            return;
        }
        orders.because(dependency, first, second, premise);
        if (!isAntidependency || target.covers(Shape.G_SINGLE)) {
            for (int write = history.firstWrite(second); write < history.endWrite(second); write++) {
                addOrder(first, history.writeKey(write), write);
            }
        }
        if (target.covers(isAntidependency ? Shape.G2_ITEM : Shape.G_SINGLE)) {
            for (int read = history.firstRead(second); read < history.endRead(second); read++) {
                if (!versions.isInitial(versions.ofRead(read)) && !versions.isLate(read)) {
                    addOrder(first, history.readKey(read), versions.ofRead(read));
                }
            }
        }
    }

    private void addOrder(int first, int key, int later) {
        int earlier = versions.of(first, key);
        steps -= 2;
        if (earlier == Versions.NONE && history.endRead(first) - history.firstRead(first) <= OPS_MAX) {
            earlier = versions.lastRead(first, key);
            steps -= history.endRead(first) - history.firstRead(first);
        }
        if (earlier != Versions.NONE && !versions.isInitial(earlier) && !asideKeys.get(key)) {
            orders.addUnlessContradicted(earlier, later);
        }
    }
}
