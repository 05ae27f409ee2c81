package moirai.generators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.generators.arbitrary.WorkloadArbitraries;
import moirai.history.Seed;
import moirai.history.TxnPlan;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class GroupPlansProperties {

    private static final int PLAN_COUNT = 300;

    @Property
    void theSameSeedGivesTheSamePlans(@ForAll("workloads") Workload workload, @ForAll long seed) {
        assertThat(plans(workload, seed)).isEqualTo(plans(Workload.parse(workload.toString()), seed));
    }

    @Property
    void plansReadAWholeGroupAndChangeSomeOfItsKeysOnce(@ForAll("workloads") Workload workload, @ForAll long seed) {
        Groups groups = workload.groups();
        for (TxnPlan plan : plans(workload, seed)) {
            int group = plan.key(0) / groups.size();
            assertThat(ops(plan).map(plan::key)).allMatch(key -> key / groups.size() == group);
            List<Integer> changed =
                    ops(plan).filter(plan::isChange).mapToObj(plan::key).toList();
            List<Integer> read = ops(plan)
                    .filter(op -> !plan.isChange(op))
                    .mapToObj(plan::key)
                    .toList();
            assertThat(changed).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(groups.changes());
            assertThat(read).doesNotHaveDuplicates().size().isIn(0, groups.size());
            assertThat(ops(plan).limit(read.size())).as("reads come first").noneMatch(plan::isChange);
            assertThat(plan.isRolledBack() && changed.isEmpty()).isFalse();
            assertThat(plan.isGuarded())
                    .isEqualTo(groups.reads() == Groups.Reads.COMPARED && !changed.isEmpty() && !read.isEmpty());
            if (!changed.isEmpty() && groups.reads() != Groups.Reads.COMPARED) {
                assertThat(!read.isEmpty()).isEqualTo(groups.reads() == Groups.Reads.FIRST);
            }
        }
    }

    @Property(tries = 20)
    void halfOfTheChangesOfComparedRegistersAreBlind(@ForAll long seed) {
        List<TxnPlan> changes = plans(Workload.parse("cas"), seed).stream()
                .filter(plan -> ops(plan).anyMatch(plan::isChange))
                .toList();

        assertThat((double) changes.stream().filter(TxnPlan::isGuarded).count() / changes.size())
                .isBetween(0.3, 0.7);
    }

    @Property(tries = 20)
    void asManyChangesAreRolledBackAsAsked(@ForAll long seed) {
        for (String recipe : List.of("dirty-read", "append abort-share=0.5", "register abort-share=0.5")) {
            List<TxnPlan> changes = plans(Workload.parse(recipe), seed).stream()
                    .filter(plan -> ops(plan).anyMatch(plan::isChange))
                    .toList();

            assertThat((double) changes.stream().filter(TxnPlan::isRolledBack).count() / changes.size())
                    .isBetween(0.3, 0.7);
        }
    }

    @Property
    void elementsOfAKeyCountFromOneAndEndAtTheBound(@ForAll("workloads") Workload workload, @ForAll long seed) {
        Map<Integer, Integer> counts = new HashMap<>();
        for (TxnPlan plan : plans(workload, seed)) {
            ops(plan).filter(plan::isChange).forEach(op -> {
                int count = counts.merge(plan.key(op), 1, Integer::sum);
                assertThat(count).isLessThanOrEqualTo(workload.maxWritesPerKey());
                if (workload.structure() != Structure.COUNTERS) {
                    assertThat(plan.argument(op)).isEqualTo(count);
                }
            });
        }
    }

    /** A group comes alive when the keys of another have all their changes, and those are not touched again. */
    @Property
    void everyFreshGroupTakesThePlaceOfAFullOne(@ForAll("workloads") Workload workload, @ForAll long seed) {
        int size = workload.groups().size();
        List<TxnPlan> plans = plans(workload, seed);
        int liveCount = Math.max(1, workload.keyCount() / size);
        Map<Integer, Integer> last = new HashMap<>();
        Map<Integer, Integer> changes = new HashMap<>();
        for (int i = 0; i < plans.size(); i++) {
            last.put(plans.get(i).key(0) / size, i);
        }
        int bornCount = liveCount;
        for (int i = 0; i < plans.size(); i++) {
            TxnPlan plan = plans.get(i);
            int group = plan.key(0) / size;
            if (group >= bornCount) {
                int now = i;
                assertThat(group).isEqualTo(bornCount);
                bornCount++;
                assertThat(changes.entrySet().stream()
                                .filter(entry -> entry.getValue() == size * workload.maxWritesPerKey()
                                        && last.getOrDefault(entry.getKey(), -1) < now))
                        .hasSizeGreaterThanOrEqualTo(bornCount - liveCount);
            }
            int changed = (int) ops(plan).filter(plan::isChange).count();
            changes.merge(group, changed, Integer::sum);
        }
    }

    /** Whatever sessions draw in between, the plans of a turn go to one session: on one group, and in their order. */
    @Property
    void sessionsReadAroundTheirChanges(@ForAll("workloads") Workload workload, @ForAll long seed) {
        Workload inTurns =
                workload.withReadShare(0).withGroups(workload.groups().withReads(Groups.Reads.AROUND));
        var stream = new TxnGenerator(inTurns, new Seed(seed));
        List<SessionPlans> sessions = Stream.generate(stream::session).limit(3).toList();
        List<List<TxnPlan>> drawn = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        var random = new SplittableRandom(seed);
        for (int i = 0; i < PLAN_COUNT; i++) {
            int session = random.nextInt(3);
            drawn.get(session).add(sessions.get(session).next());
        }
        for (List<TxnPlan> plans : drawn) {
            for (int i = 0; i + 2 < plans.size(); i += 3) {
                List<TxnPlan> turn = plans.subList(i, i + 3);
                assertThat(turn).extracting(plan -> plan.isChange(0)).containsExactly(false, true, false);
                assertThat(turn.stream()
                                .map(plan -> plan.key(0) / inTurns.groups().size())
                                .distinct())
                        .hasSize(1);
            }
        }
    }

    @Provide
    Arbitrary<Workload> workloads() {
        return WorkloadArbitraries.grouped();
    }

    private static IntStream ops(TxnPlan plan) {
        return IntStream.range(0, plan.opCount());
    }

    private static List<TxnPlan> plans(Workload workload, long seed) {
        return Stream.generate(new TxnGenerator(workload, new Seed(seed))::next)
                .limit(PLAN_COUNT)
                .toList();
    }
}
