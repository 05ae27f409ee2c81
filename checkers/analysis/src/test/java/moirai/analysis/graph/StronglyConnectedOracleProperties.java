package moirai.analysis.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;

/** Tarjan's algorithm on arrays against Kosaraju's on objects. */
class StronglyConnectedOracleProperties {

    record Edge(int from, int to, boolean hidden) {}

    /** Edges in the order given, also parallel ones and loops; hidden ones are masked out. */
    record ListedGraph(int vertexCount, List<Edge> edges) implements Digraph {

        ListedGraph {
            edges = edges.stream().sorted(Comparator.comparingInt(Edge::from)).toList();
        }

        @Override
        public int firstEdge(int vertex) {
            return Math.toIntExact(
                    edges.stream().filter(edge -> edge.from() < vertex).count());
        }

        @Override
        public int endEdge(int vertex) {
            return firstEdge(vertex + 1);
        }

        @Override
        public int target(int vertex, int edge) {
            Edge found = edges.get(edge);
            assertThat(found.from()).as("asks for the edges of %d", vertex).isEqualTo(vertex);
            return found.hidden() ? -1 : found.to();
        }
    }

    @Provide
    Arbitrary<ListedGraph> graphs() {
        return Arbitraries.integers()
                .between(1, 30)
                .withDistribution(RandomDistribution.uniform())
                .flatMap(size -> {
                    var vertex =
                            Arbitraries.integers().between(0, size - 1).withDistribution(RandomDistribution.uniform());
                    var hidden = Arbitraries.of(false, false, false, true);
                    // About one edge a vertex: where components begin to grow together.
                    return Combinators.combine(vertex, vertex, hidden)
                            .as(Edge::new)
                            .list()
                            .ofMaxSize(2 * size + 2)
                            .withSizeDistribution(RandomDistribution.uniform())
                            .map(edges -> new ListedGraph(size, edges));
                });
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
    void componentsAreThoseOfAnotherAlgorithm(@ForAll("graphs") ListedGraph graph) {
        assertThat(components(graph)).isEqualTo(expected(graph));
    }

    private static List<List<Integer>> components(Digraph graph) {
        return StronglyConnected.components(graph).stream()
                .map(vertices -> Arrays.stream(vertices).boxed().toList())
                .toList();
    }

    /** Returns the components with two vertices or more, in the order of their smallest. */
    private static List<List<Integer>> expected(ListedGraph graph) {
        var objects = new DefaultDirectedGraph<Integer, DefaultEdge>(DefaultEdge.class);
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            objects.addVertex(vertex);
        }
        graph.edges().stream().filter(edge -> !edge.hidden()).forEach(edge -> objects.addEdge(edge.from(), edge.to()));
        Map<Integer, List<Integer>> bySmallest = new TreeMap<>();
        for (var component : new KosarajuStrongConnectivityInspector<>(objects).stronglyConnectedSets()) {
            var vertices = new TreeSet<>(component);
            if (vertices.size() > 1) {
                bySmallest.put(vertices.first(), List.copyOf(vertices));
            }
        }
        return List.copyOf(bySmallest.values());
    }

    /** A history may be one path, which no call stack could follow. */
    @Example
    void ringOfAMillionVerticesIsOneComponent() {
        int size = 1_000_000;
        var ring = new Digraph() {
            @Override
            public int vertexCount() {
                return size;
            }

            @Override
            public int firstEdge(int vertex) {
                return vertex;
            }

            @Override
            public int endEdge(int vertex) {
                return vertex + 1;
            }

            @Override
            public int target(int vertex, int edge) {
                return (vertex + 1) % size;
            }
        };

        assertThat(StronglyConnected.components(ring))
                .singleElement()
                .satisfies(component -> assertThat(component).hasSize(size));
    }
}
