package moirai.generators.arbitrary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import moirai.history.Op;
import moirai.history.TxnPlan;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.facades.ShrinkingSupportFacade;
import net.jqwik.api.lifecycle.TryExecutionResult;

class PlanArbitrariesProperties {

    @Property
    void plansStayWithinTheirBounds(@ForAll("plans") List<TxnPlan> plans) {
        assertThat(plans).hasSizeBetween(1, 6).allSatisfy(plan -> {
            assertThat(plan.opCount()).isBetween(1, 4);
            assertThat(plan.ops()).allMatch(op -> op.key() >= 0 && op.key() < 3);
        });
    }

    @Property
    void sessionsStayWithinTheirBounds(@ForAll("sessions") List<List<TxnPlan>> sessions) {
        assertThat(sessions)
                .hasSizeBetween(1, 3)
                .allSatisfy(plans -> assertThat(plans).isNotEmpty());
        assertThat(flat(sessions)).hasSizeBetween(1, 6);
    }

    @Property
    void elementsAreUniquePerKeyAndWithoutGaps(@ForAll("sessions") List<List<TxnPlan>> sessions) {
        List<Op> appends = appends(flat(sessions));

        assertThat(new HashSet<>(appends)).hasSameSizeAs(appends);
        for (Op op : appends) {
            if (op instanceof Op.Append(long key, int element) && element > 1) {
                assertThat(appends).contains(new Op.Append(key, element - 1));
            }
        }
    }

    @Property
    void keysAreNumberedInOrderOfFirstUse(@ForAll("plans") List<TxnPlan> plans) {
        List<Long> keys = ops(plans).stream().map(Op::key).distinct().toList();

        assertThat(keys).isEqualTo(LongStream.range(0, keys.size()).boxed().toList());
    }

    @Property(tries = 100)
    void aCircleOverTwoKeysShrinksToWriteSkew(@ForAll Random random) {
        assertThat(shrunk(plans(), random, PlanArbitrariesProperties::someTwoReadWhatTheOtherAppends))
                .isIn(
                        List.of(plan("r0 a1=1"), plan("r1 a0=1")),
                        List.of(plan("r0 a1=1"), plan("a0=1 r1")),
                        List.of(plan("a0=1 r1"), plan("r0 a1=1")),
                        List.of(plan("a0=1 r1"), plan("a1=1 r0")));
    }

    /** The order counts here, so what stands between has to be dropped from where it is. */
    @Property(tries = 100)
    void aReadBetweenTwoAppendsShrinksToThreeOps(@ForAll Random random) {
        Arbitrary<List<TxnPlan>> longer = PlanArbitraries.plans(3, 8, 4);

        List<TxnPlan> smallest = shrunk(longer, random, PlanArbitrariesProperties::someReadStandsBetweenAppends);

        assertThat(ops(smallest)).containsExactly(new Op.Append(0, 1), Op.Read.planned(0), new Op.Append(0, 2));
    }

    @Property(tries = 100)
    void anyFailureShrinksToOneRead(@ForAll Random random) {
        assertThat(shrunk(plans(), random, plans -> true)).isEqualTo(List.of(plan("r0")));
    }

    @Property(tries = 100)
    void twoAppendsToOneKeyShrinkToTheSmallestTwo(@ForAll Random random) {
        assertThat(shrunk(plans(), random, PlanArbitrariesProperties::someKeyGetsTwoElements))
                .isIn(List.of(plan("a0=1 a0=2")), List.of(plan("a0=1"), plan("a0=2")));
    }

    @Property(tries = 100)
    void conflictsBetweenSessionsShrinkToOneOpInEach(@ForAll Random random) {
        assertThat(shrunk(sessions(), random, PlanArbitrariesProperties::twoSessionsAppendToOneKey))
                .isEqualTo(List.of(List.of(plan("a0=1")), List.of(plan("a0=2"))));
    }

    @Provide
    Arbitrary<List<TxnPlan>> plans() {
        return PlanArbitraries.plans(3, 6, 4);
    }

    @Provide
    Arbitrary<List<List<TxnPlan>>> sessions() {
        return PlanArbitraries.sessions(3, 3, 6, 4);
    }

    private static boolean twoSessionsAppendToOneKey(List<List<TxnPlan>> sessions) {
        return sessions.stream()
                .anyMatch(left -> sessions.stream()
                        .anyMatch(right -> !left.equals(right)
                                && appends(left).stream()
                                        .anyMatch(append -> appends(right).stream()
                                                .anyMatch(other -> other.key() == append.key()))));
    }

    private static boolean someReadStandsBetweenAppends(List<TxnPlan> plans) {
        List<Op> ops = ops(plans);
        return IntStream.range(0, ops.size())
                .filter(i -> ops.get(i) instanceof Op.Read)
                .anyMatch(i ->
                        ops.subList(0, i).contains(new Op.Append(ops.get(i).key(), 1))
                                && ops.subList(i, ops.size()).stream()
                                        .anyMatch(op -> op instanceof Op.Append
                                                && op.key() == ops.get(i).key()));
    }

    private static boolean someKeyGetsTwoElements(List<TxnPlan> plans) {
        return appends(plans).stream().anyMatch(op -> op instanceof Op.Append append && append.element() == 2);
    }

    private static boolean someTwoReadWhatTheOtherAppends(List<TxnPlan> plans) {
        return plans.stream()
                .anyMatch(left -> plans.stream()
                        .anyMatch(right -> readsWhatOnlyTheOtherAppends(left, right)
                                && readsWhatOnlyTheOtherAppends(right, left)));
    }

    /** Returns whether {@code reader} reads a key that {@code writer} appends to and {@code reader} does not. */
    private static boolean readsWhatOnlyTheOtherAppends(TxnPlan reader, TxnPlan writer) {
        return reader.ops().stream()
                .filter(Op.Read.class::isInstance)
                .anyMatch(read -> appendsTo(writer, read.key()) && !appendsTo(reader, read.key()));
    }

    private static boolean appendsTo(TxnPlan plan, long key) {
        return appends(List.of(plan)).stream().anyMatch(append -> append.key() == key);
    }

    /** Returns the smallest failing value that jqwik's own engine finds, as a failing property would report it. */
    private static <T> T shrunk(Arbitrary<T> arbitrary, Random random, Predicate<T> fails) {
        return ShrinkingSupportFacade.implementation.falsifyThenShrink(
                arbitrary,
                random,
                value -> fails.test(value)
                        ? TryExecutionResult.falsified(new AssertionError(value))
                        : TryExecutionResult.satisfied());
    }

    private static List<TxnPlan> flat(List<List<TxnPlan>> sessions) {
        return sessions.stream().flatMap(List::stream).toList();
    }

    private static List<Op> ops(List<TxnPlan> plans) {
        return plans.stream().flatMap(plan -> plan.ops().stream()).toList();
    }

    private static List<Op> appends(List<TxnPlan> plans) {
        return ops(plans).stream().filter(Op.Append.class::isInstance).toList();
    }

    /** Reads what {@link TxnPlan#toString} writes. */
    private static TxnPlan plan(String text) {
        var plan = new TxnPlan.Builder(2);
        for (String op : text.split(" ", -1)) {
            int equals = op.indexOf('=');
            if (equals < 0) {
                plan.read(Integer.parseInt(op.substring(1)));
            } else {
                plan.append(Integer.parseInt(op.substring(1, equals)), Integer.parseInt(op.substring(equals + 1)));
            }
        }
        return plan.build();
    }
}
