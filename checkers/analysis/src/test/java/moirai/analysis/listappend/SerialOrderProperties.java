package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import moirai.analysis.cycles.Shape;
import moirai.analysis.cycles.Strength;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.StronglyConnected;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The order without a graph against the components of the graph. */
class SerialOrderProperties {

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    @Provide
    Arbitrary<Sample> wild() {
        return Samples.wild();
    }

    @Provide
    Arbitrary<Sample> scanning() {
        return Samples.scanning();
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void orderExistsIfTheGraphHasNoComponentOfAFaultyStore(@ForAll("plausible") Sample sample) {
        assertAgreement(sample);
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void orderExistsIfTheGraphHasNoComponentOfRandomAnswers(@ForAll("wild") Sample sample) {
        assertAgreement(sample);
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE)
    void orderExistsIfTheGraphHasNoComponentWhereRangesAreScanned(@ForAll("scanning") Sample sample) {
        assertAgreement(sample);
    }

    private static void assertAgreement(Sample sample) {
        var inference = new Inference(sample.history());
        var order = new SerialOrder(inference);
        DependencyGraph graph = new Dependencies(inference, inference.reads().effectiveTxns()).infer();
        var components = StronglyConnected.components(graph.masked(Shape.G2.mask(Strength.REALTIME)));

        assertThat(order.exists()).isEqualTo(components.isEmpty());
        components.forEach(component -> Arrays.stream(component)
                .filter(vertex -> !graph.isBarrier(vertex))
                .forEach(txn -> assertThat(order.unordered().contains(txn)).isTrue()));
    }
}
