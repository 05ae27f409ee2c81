package moirai.analysis.axioms.search.graph;

import static org.assertj.core.api.Assertions.assertThat;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.StepMeter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The order that is kept while edges come and go, against a transitive closure from scratch. */
class AcyclicOrderOracleProperties {

    static final int VERTICES = 8;

    /** Each number is an edge, and a multiple of five first takes back the last half of the edges. */
    @Property(tries = 2000)
    void edgesAreRefusedExactlyIfTheyCloseACycle(
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = VERTICES * VERTICES - 1) Integer> numbers) {
        var graph = new OrderGraph(VERTICES);
        var order = new AcyclicOrder(graph, TopologicalSort.of(graph), new StepMeter(StepBudget.DEFAULT));
        for (int number : numbers) {
            if (number % 5 == 0) {
                graph.truncate(graph.edgeCount() / 2);
            }
            int source = number / VERTICES;
            int target = number % VERTICES;
            if (source == target) {
                continue;
            }
            var cycle = new IntArrayList();
            boolean added = order.add(source, target, cycle);
            assertThat(added).isNotEqualTo(leads(graph, target, source, added));
            if (!added) {
                assertThat(isPath(graph, cycle, target, source)).isTrue();
            }
            assertThat(TopologicalSort.of(graph).isComplete()).isTrue();
        }
    }

    /** Decides whether edges, without the one added last if so asked, lead from one vertex to the other. */
    private static boolean leads(OrderGraph graph, int first, int last, boolean withoutLast) {
        var reached = new boolean[VERTICES];
        reached[first] = true;
        int edges = withoutLast ? graph.edgeCount() - 1 : graph.edgeCount();
        for (int round = 0; round < VERTICES; round++) {
            for (int edge = 0; edge < edges; edge++) {
                reached[graph.to(edge)] |= reached[graph.from(edge)];
            }
        }
        return reached[last];
    }

    /** The edges of a cycle are listed from its end. */
    private static boolean isPath(OrderGraph graph, IntArrayList edges, int first, int last) {
        int at = last;
        for (int edge : edges) {
            if (graph.to(edge) != at) {
                return false;
            }
            at = graph.from(edge);
        }
        return at == first;
    }
}
