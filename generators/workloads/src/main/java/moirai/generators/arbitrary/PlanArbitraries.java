package moirai.generators.arbitrary;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import moirai.history.TxnPlan;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Short lists of plans as jqwik arbitraries, for tests that run or check them.
 *
 * <p>Keys are numbered from 0 in the order in which they are first touched. Elements are unique per key: 1, 2, 3, …
 * in the order in which the transactions were generated.
 */
public final class PlanArbitraries {

    /*
     * What jqwik generates and shrinks are shapes; plans are made of them last, by a function that takes any shape.
     * No filter stands in the way of shrinking:
     *
     * - Elements are counted out at the end, so they stay unique and without gaps whatever is dropped.
     * - Keys and sessions are numbered in order of first use at the end. Two transactions that conflict on key 1
     *   could otherwise move to key 0 only together, which jqwik does not try.
     */

    private record OpShape(boolean append, int key) {}

    private record TxnShape(int session, List<OpShape> ops) {}

    private record Assigned(int session, TxnPlan plan) {}

    private PlanArbitraries() {}

    /**
     * Returns lists of 1 to {@code txnCountMax} plans of 1 to {@code opCountMax} ops over {@code keyCount} keys.
     *
     * <p>They shrink towards fewer transactions, fewer ops, fewer keys, and reads.
     */
    public static Arbitrary<List<TxnPlan>> plans(int keyCount, int txnCountMax, int opCountMax) {
        return assigned(1, keyCount, txnCountMax, opCountMax)
                .map(txns -> txns.stream().map(Assigned::plan).toList());
    }

    /**
     * Returns the plans of 1 to {@code sessionCountMax} sessions, as one list for each session that has any, of 1 to
     * {@code txnCountMax} plans altogether.
     *
     * <p>They shrink as {@link #plans} does, and towards fewer sessions.
     */
    public static Arbitrary<List<List<TxnPlan>>> sessions(
            int sessionCountMax, int keyCount, int txnCountMax, int opCountMax) {
        return assigned(sessionCountMax, keyCount, txnCountMax, opCountMax).map(PlanArbitraries::bySession);
    }

    private static Arbitrary<List<Assigned>> assigned(
            int sessionCountMax, int keyCount, int txnCountMax, int opCountMax) {
        // The order of the two is that of shrinking: an append becomes a read.
        Arbitrary<OpShape> op = Combinators.combine(
                        Arbitraries.of(false, true), Arbitraries.integers().between(0, keyCount - 1))
                .as(OpShape::new);
        return Combinators.combine(
                        Arbitraries.integers().between(0, sessionCountMax - 1),
                        op.list().ofMinSize(1).ofMaxSize(opCountMax))
                .as(TxnShape::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(txnCountMax)
                .map(PlanArbitraries::numbered);
    }

    private static List<Assigned> numbered(List<TxnShape> shapes) {
        List<Integer> keys = shapes.stream()
                .flatMap(shape -> shape.ops().stream())
                .map(OpShape::key)
                .distinct()
                .toList();
        var appendCounts = new int[keys.size()];
        var txns = new ArrayList<Assigned>(shapes.size());
        for (TxnShape shape : shapes) {
            var plan = new TxnPlan.Builder(shape.ops().size());
            for (OpShape op : shape.ops()) {
                int key = keys.indexOf(op.key());
                if (op.append()) {
                    plan.append(key, ++appendCounts[key]);
                } else {
                    plan.read(key);
                }
            }
            txns.add(new Assigned(shape.session(), plan.build()));
        }
        return txns;
    }

    private static List<List<TxnPlan>> bySession(List<Assigned> txns) {
        return txns.stream()
                .collect(collectingAndThen(
                        groupingBy(Assigned::session, LinkedHashMap::new, mapping(Assigned::plan, toList())),
                        bySession -> List.copyOf(bySession.values())));
    }
}
