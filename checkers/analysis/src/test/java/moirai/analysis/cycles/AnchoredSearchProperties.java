package moirai.analysis.cycles;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.ProcessOrder;
import moirai.analysis.graph.RealtimeOrder;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The search for when there are too many roots, compared on small graphs with the one that tries them all. */
class AnchoredSearchProperties {

    private static final int TXNS = 6;
    private static final Dependency[] DATA = {
        Dependency.WRITE_WRITE,
        Dependency.WRITE_READ,
        Dependency.READ_WRITE,
        Dependency.READ_WRITE,
        Dependency.PREDICATE_READ_WRITE
    };

    private static Component component(long seed) {
        var random = new Random(seed);
        var recorded = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < TXNS; txn++) {
            long start = random.nextInt(20);
            recorded.end(txn % 3, new Outcome.Committed(), start, start + random.nextInt(8));
        }
        History history = recorded.build();
        var graph = new DependencyGraph.Builder(TXNS);
        for (int edges = random.nextInt(5, 14); edges > 0; edges--) {
            graph.add(random.nextInt(TXNS), random.nextInt(TXNS), DATA[random.nextInt(DATA.length)]);
        }
        var all = new IntArrayList(IntStream.range(0, TXNS).toArray());
        ProcessOrder.addTo(graph, history, all);
        int vertices = RealtimeOrder.addTo(graph, history, all);
        int[] scratch = new int[vertices];
        Arrays.fill(scratch, -1);
        return new Component(
                graph.build(vertices), history, IntStream.range(0, vertices).toArray(), scratch);
    }

    @Property(tries = 1_500)
    void findsACycleOfEachClassThatIsThereOrAGraverOneAndExcludesNoOther(@ForAll long seed) {
        Component component = component(seed);
        for (Strength strength : Strength.values()) {
            for (Shape shape : Shape.ALL) {
                compare(component, new StepKinds(component, shape, strength));
            }
        }
    }

    private static void compare(Component component, StepKinds kinds) {
        int[] vertices = IntStream.range(0, component.graph().vertexCount()).toArray();
        Optional<Anomaly.Cycle> shortest =
                new CycleSearch(component, kinds.shape(), kinds.strength()).shortest(vertices);
        var search = new AnchoredSearch(kinds, new int[vertices.length], 1_000_000);
        search.search(vertices, 0);

        if (search.cycle().length > 0) {
            Anomaly.Cycle cycle = kinds.witness(search.cycle());
            assertThat(cycle.phenomenon()).isEqualTo(kinds.shape().phenomenon(kinds.strength()));
            assertThat(cycle.txns()).doesNotHaveDuplicates();
            assertThat(shortest).isPresent();
        }
        if (search.graver().length > 0) {
            StepKinds graver = kinds.gravest(search.graver());
            assertThat(graver.witness(search.graver()).txns()).doesNotHaveDuplicates();
            assertThat(graver.shape()).isLessThanOrEqualTo(kinds.shape());
            assertThat(graver.strength()).isLessThanOrEqualTo(kinds.strength());
        }
        if (shortest.isPresent()) {
            assertThat(search.excludes()).isFalse();
            assertThat(search.cycle().length + search.graver().length).isPositive();
            assertThat(search.cycle().length == 0 && isPlain(kinds)).isFalse();
        }
    }

    /** Classes in which nothing is asked for beyond the anchor, so that every tour is a cycle. */
    private static boolean isPlain(StepKinds kinds) {
        return kinds.strength() == Strength.PLAIN
                && switch (kinds.shape()) {
                    case G0, G1C, G_SINGLE, G2_ITEM -> true;
                    case G_NONADJACENT, G_SINGLE_PREDICATE, G_NONADJACENT_PREDICATE, G2 -> false;
                };
    }
}
