package moirai.generators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.generators.arbitrary.WorkloadArbitraries;
import moirai.history.Op;
import moirai.history.Seed;
import moirai.history.TxnPlan;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TxnGeneratorProperties {

    private static final int PLAN_COUNT = 300;

    @Property
    void theSameSeedGivesTheSamePlans(@ForAll("workloads") Workload workload, @ForAll long seed) {
        assertThat(plans(workload, seed)).isEqualTo(plans(Workload.parse(workload.toString()), seed));
    }

    @Property
    void anotherSeedGivesOtherPlans(@ForAll long seed) {
        assertThat(plans(Workload.append(), seed)).isNotEqualTo(plans(Workload.append(), seed + 1));
    }

    @Property
    void plansHaveOneToTheGreatestNumberOfOps(@ForAll("workloads") Workload workload, @ForAll long seed) {
        assertThat(plans(workload, seed))
                .allSatisfy(plan -> assertThat(plan.opCount()).isBetween(1, workload.maxTxnLength()));
    }

    @Property
    void elementsOfAKeyCountFromOneAndEndAtTheBound(@ForAll("workloads") Workload workload, @ForAll long seed) {
        Map<Long, Integer> last = new HashMap<>();
        for (Op op : ops(plans(workload, seed))) {
            if (op instanceof Op.Append(long key, int element)) {
                assertThat(element).isEqualTo(last.getOrDefault(key, 0) + 1);
                assertThat(element).isLessThanOrEqualTo(workload.maxWritesPerKey());
                last.put(key, element);
            }
        }
    }

    /**
     * A key comes alive with the first append to it (the first keys at once), in order of number, and takes the place
     * of a key that has all its appends and is not touched again.
     */
    @Property
    void everyFreshKeyTakesThePlaceOfAFullOne(@ForAll("workloads") Workload workload, @ForAll long seed) {
        List<Op> ops = ops(plans(workload, seed));
        int bornCount = workload.keyCount();
        Map<Long, Integer> appendCounts = new HashMap<>();
        for (int i = 0; i < ops.size(); i++) {
            Op op = ops.get(i);
            if (op.key() >= bornCount) {
                assertThat(op).isEqualTo(new Op.Append(bornCount, 1));
                bornCount++;
                assertThat(fullAndUntouchedCount(appendCounts, workload, ops.subList(i, ops.size())))
                        .isGreaterThanOrEqualTo(bornCount - workload.keyCount());
            }
            if (op instanceof Op.Append append) {
                appendCounts.merge(append.key(), 1, Integer::sum);
            }
        }
    }

    /** Counts the keys that have all their appends and that none of {@code later} touches. */
    private static long fullAndUntouchedCount(Map<Long, Integer> appendCounts, Workload workload, List<Op> later) {
        var touched = later.stream().map(Op::key).collect(Collectors.toSet());
        return appendCounts.entrySet().stream()
                .filter(entry -> entry.getValue() == workload.maxWritesPerKey() && !touched.contains(entry.getKey()))
                .count();
    }

    /** Keys that were touched and will be again are live: never more than the window has slots. */
    @Property
    void theWindowNeverHoldsMoreThanItsSlots(@ForAll("workloads") Workload workload, @ForAll long seed) {
        List<Op> ops = ops(plans(workload, seed));
        Map<Long, Integer> lastTouch = new HashMap<>();
        for (int i = 0; i < ops.size(); i++) {
            lastTouch.put(ops.get(i).key(), i);
        }
        var live = new ArrayList<Long>();
        for (int i = 0; i < ops.size(); i++) {
            int now = i;
            live.removeIf(key -> lastTouch.getOrDefault(key, -1) < now);
            if (!live.contains(ops.get(i).key())) {
                live.add(ops.get(i).key());
            }
            assertThat(live).hasSizeLessThanOrEqualTo(workload.keyCount());
        }
    }

    /** Scans are as wide as asked for, and ranges are scanned in which a list is born afterwards. */
    @Property(tries = 20)
    void listsAreBornInRangesThatWereScanned(@ForAll long seed) {
        Workload workload = Workload.predicate();
        var scans = new ArrayList<Op.Scan>();
        int phantoms = 0;
        for (TxnPlan plan : plans(workload, seed)) {
            for (Op op : plan.ops()) {
                if (op instanceof Op.Scan scan) {
                    assertThat(scan.to() - scan.key() + 1)
                            .isEqualTo(workload.scans().width());
                    scans.add(scan);
                }
                if (op instanceof Op.Append(long key, int element)
                        && element == 1
                        && scans.stream().anyMatch(scan -> scan.key() <= key && key <= scan.to())) {
                    phantoms++;
                }
            }
        }
        assertThat(phantoms).isGreaterThan(30);
    }

    @Provide
    Arbitrary<Workload> workloads() {
        return WorkloadArbitraries.workloads();
    }

    private static List<TxnPlan> plans(Workload workload, long seed) {
        return Stream.generate(new TxnGenerator(workload, new Seed(seed))::next)
                .limit(PLAN_COUNT)
                .toList();
    }

    /** Returns all ops but scans, whose ranges go beyond the window. */
    private static List<Op> ops(List<TxnPlan> plans) {
        return plans.stream()
                .flatMap(plan -> plan.ops().stream())
                .filter(op -> !(op instanceof Op.Scan))
                .toList();
    }
}
