package moirai.clients.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import moirai.history.Op;
import moirai.history.TxnPlan;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The properties of every mode that runs rely on. */
class CqlModeProperties {

    @Property
    void aFeasiblePlanIsFeasibleAsItIs(@ForAll CqlMode mode, @ForAll("plans") TxnPlan plan) {
        TxnPlan part = mode.feasible(plan);

        assertThat(mode.feasible(part)).isEqualTo(part);
    }

    @Property
    void itBeginsWithTheFirstOpAndAddsNone(@ForAll CqlMode mode, @ForAll("plans") TxnPlan plan) {
        TxnPlan part = mode.feasible(plan);

        assertThat(part.op(0)).isEqualTo(plan.op(0));
        assertThat(part.opCount()).isLessThanOrEqualTo(plan.opCount());
        assertThat(plan.ops())
                .containsAll(
                        part.ops().stream().filter(Op.Append.class::isInstance).toList());
    }

    /** Final reads know by this where to go on. */
    @Property
    void ofReadsOfDifferentKeysTheFirstOnesAreLeft(@ForAll CqlMode mode, @ForAll("keys") int count) {
        List<Op.Read> reads =
                IntStream.range(0, count).mapToObj(Op.Read::planned).toList();

        List<Op> left = mode.feasible(TxnPlan.of(reads)).ops();

        assertThat(left).isNotEmpty().isEqualTo(reads.subList(0, left.size()));
    }

    @Provide
    Arbitrary<Integer> keys() {
        return Arbitraries.integers().between(1, 40);
    }

    @Provide
    Arbitrary<TxnPlan> plans() {
        Arbitrary<Integer> keys = Arbitraries.integers().between(0, 3);
        Arbitrary<Op> appends =
                Combinators.combine(keys, Arbitraries.integers().between(1, 99)).as(Op.Append::new);
        Arbitrary<Op> reads = keys.map(Op.Read::planned);
        return Arbitraries.oneOf(appends, reads)
                .list()
                .ofMinSize(1)
                .ofMaxSize(6)
                .map(TxnPlan::of);
    }
}
