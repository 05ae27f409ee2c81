package moirai.generators;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.Op;
import moirai.history.Seed;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;

class TxnGeneratorTest {

    private static final Workload WORKLOAD = Workload.append();

    /** Fails when the stream of a seed changes, which makes every seed that was ever reported worthless. */
    @Test
    void theStreamOfASeedIsPinned() {
        assertThat(draw(new TxnGenerator(WORKLOAD.withMaxWritesPerKey(2), new Seed(42)), 8))
                .extracting(TxnPlan::toString)
                .containsExactly(
                        "r1 r0 a2=1",
                        "r0 r0 a0=1 a2=2",
                        "r0",
                        "a0=2 a10=1 r1",
                        "a11=1 a10=2 a12=1",
                        "a12=2 r1 a13=1 a1=1",
                        "a13=2 r13",
                        "a11=2");
    }

    @Test
    void fullKeysStayReadableUntilTheNextAppendRetiresThem() {
        Workload oneKey = WORKLOAD.withKeyCount(1).withMaxWritesPerKey(1).withMaxTxnLength(1);

        List<TxnPlan> plans = draw(new TxnGenerator(oneKey, new Seed(7)), 1_000);

        int key = -1;
        int lastReadOfFullKeyCount = 0;
        for (TxnPlan plan : plans) {
            if (plan.isChange(0)) {
                key++;
                assertThat(plan.argument(0)).isEqualTo(1);
            } else if (key >= 0) {
                lastReadOfFullKeyCount++;
            }
            assertThat(plan.key(0)).isEqualTo(Math.max(key, 0));
        }
        assertThat(lastReadOfFullKeyCount).isGreaterThan(400);
    }

    @Test
    void extremeReadSharesGiveOneKindOfOp() {
        List<TxnPlan> reads = draw(new TxnGenerator(WORKLOAD.withReadShare(1), new Seed(1)), 1_000);
        List<TxnPlan> appends = draw(new TxnGenerator(WORKLOAD.withReadShare(0), new Seed(1)), 1_000);

        assertThat(reads).allMatch(plan -> ops(plan).noneMatch(plan::isChange));
        assertThat(appends).allMatch(plan -> ops(plan).allMatch(plan::isChange));
    }

    /** Threads together get the plans that one thread gets, each plan once, and each thread in the stream's order. */
    @Test
    void threadsShareOneStream() throws Exception {
        int threadCount = 8;
        int planCount = 5_000;
        var seed = new Seed(0xfade);
        var shared = new TxnGenerator(WORKLOAD, seed);
        var barrier = new CyclicBarrier(threadCount);
        var drawn = new ArrayList<List<TxnPlan>>();
        try (var threads = Executors.newFixedThreadPool(threadCount)) {
            Callable<List<TxnPlan>> session = () -> {
                barrier.await();
                return draw(shared, planCount);
            };
            for (var plans : threads.invokeAll(
                    Stream.generate(() -> session).limit(threadCount).toList())) {
                drawn.add(plans.get());
            }
        }

        List<TxnPlan> stream = draw(new TxnGenerator(WORKLOAD, seed), threadCount * planCount);
        assertThat(counted(drawn.stream().flatMap(List::stream))).isEqualTo(counted(stream.stream()));
        assertThat(drawn).allSatisfy(plans -> assertThat(stream).containsSubsequence(plans));
    }

    private static Map<TxnPlan, Long> counted(Stream<TxnPlan> plans) {
        return plans.collect(groupingBy(plan -> plan, counting()));
    }

    private static IntStream ops(TxnPlan plan) {
        return IntStream.range(0, plan.opCount());
    }

    private static List<TxnPlan> draw(TxnGenerator generator, int count) {
        return Stream.generate(generator::next).limit(count).toList();
    }

    @Test
    void transfersLeaveTheTotalAndReadWhatTheyTakeFrom() {
        var generator = new TxnGenerator(Workload.of(Structure.ACCOUNTS), new Seed(1));
        int transfers = 0;
        for (int i = 0; i < 1_000; i++) {
            TxnPlan plan = generator.next();
            if (plan.isGuarded()) {
                transfers++;
                assertThat(plan.op(0)).isEqualTo(Op.Read.planned(plan.key(1)));
                assertThat(plan.argument(1)).isBetween(-5, -1).isEqualTo(-plan.argument(2));
                assertThat(plan.key(1)).isNotEqualTo(plan.key(2));
            } else {
                assertThat(plan).hasToString("r0 r1 r2 r3 r4 r5 r6 r7");
            }
        }

        assertThat(transfers).isBetween(400, 600);
    }

    @Test
    void changesAreOfWhatTheKeysHold() {
        for (Structure structure : Structure.values()) {
            var generator = new TxnGenerator(Workload.of(structure), new Seed(1));
            for (int i = 0; i < 100; i++) {
                assertThat(generator.next().model()).isEqualTo(structure.model());
            }
        }
    }
}
