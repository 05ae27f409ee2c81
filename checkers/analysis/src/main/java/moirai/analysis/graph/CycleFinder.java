package moirai.analysis.graph;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.Phenomenon;
import moirai.history.History;

/**
 * Finds, in each strongly connected component, the shortest cycle of each shape and strength.
 *
 * <p>Nomenclature. A component of a strength is one of the graph in which the data's dependencies and the orders of
 * that strength count. A class is a shape with a strength.
 *
 * <ol>
 *   <li>One linear pass finds the components of the strongest strength. A history that keeps to strict serializability
 *       has none, and nothing else is done.
 *   <li>Each component becomes a small graph of its own. For each strength, from plain to realtime, its components of
 *       that strength are taken, and in each the shapes from G0 to G2.
 *   <li>Whether a class can occur is decided by components once more: of the graph of its own kinds of edges, or of the
 *       {@link AlternatingGraph} for shapes without adjacent rw edges. Only there is a cycle searched.
 *   <li>A class is not searched where the same shape was found with a weaker strength: a G0 is also a G0-process. That
 *       a G2-item is also a G2 does not spare the search for one: a report has to say whether predicates are to blame.
 *   <li>Shapes with predicates are looked for only in components with an anti-dependency on one.
 * </ol>
 *
 * <p>As in Kingsbury, Alvaro, "Elle" (2020), section 6, with two differences: existence is decided by components of the
 * graph in question, and not by whether a bounded search happens to succeed; and nothing depends on time.
 */
public final class CycleFinder {

    private final DependencyGraph graph;
    private final History history;
    /** -1 for each vertex, for components to number their own without clearing an array as large as the history. */
    private final int[] scratch;

    private final Consumer<Anomaly.Cycle> found;
    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);

    private CycleFinder(DependencyGraph graph, History history, Consumer<Anomaly.Cycle> found) {
        this.graph = graph;
        this.history = history;
        this.found = found;
        this.scratch = new int[graph.vertexCount()];
        Arrays.fill(scratch, -1);
    }

    /**
     * Searches the whole graph. Linear in its size where it has no cycles.
     *
     * @param found is given, for each component and class in it, the shortest cycle
     * @return phenomena whose search was cut short in a component where they may be, with the reason
     */
    public static Map<Phenomenon, String> find(DependencyGraph graph, History history, Consumer<Anomaly.Cycle> found) {
        var finder = new CycleFinder(graph, history, found);
        for (int[] vertices : StronglyConnected.components(graph.masked(Shape.G2.mask(Strength.REALTIME)))) {
            finder.searchComponent(vertices);
        }
        return finder.doubts;
    }

    private void searchComponent(int[] vertices) {
        var component = new Component(graph, history, vertices, scratch);
        // The transactions of the witnesses of each shape, to skip it at the next strength.
        var inWitnesses = new EnumMap<Shape, IntOpenHashSet>(Shape.class);
        List<Shape> shapes = component.graph().has(Dependency.PREDICATE_READ_WRITE) ? Shape.ALL : Shape.OF_ITEMS;
        for (Strength strength : Strength.values()) {
            List<int[]> parts = StronglyConnected.components(component.graph().masked(Shape.G2.mask(strength)));
            for (Shape shape : shapes) {
                IntOpenHashSet known = inWitnesses.computeIfAbsent(shape, ignored -> new IntOpenHashSet());
                List<List<int[]>> candidates = candidates(component, parts, shape, strength);
                for (int i = 0; i < parts.size(); i++) {
                    if (!candidates.get(i).isEmpty() && !containsAny(component, parts.get(i), known)) {
                        search(component, candidates.get(i), shape, strength)
                                .ifPresent(cycle -> cycle.txns().forEach(txn -> known.add((int) txn)));
                    }
                }
            }
        }
    }

    private static boolean containsAny(Component component, int[] vertices, IntOpenHashSet txns) {
        for (int vertex : vertices) {
            if (txns.isEmpty() || component.graph().isBarrier(vertex)) {
                return false;
            }
            if (txns.contains(component.txn(vertex))) {
                return true;
            }
        }
        return false;
    }

    private Optional<Anomaly.Cycle> search(
            Component component, List<int[]> candidates, Shape shape, Strength strength) {
        Optional<Anomaly.Cycle> shortest = Optional.empty();
        boolean cutShort = false;
        for (int[] vertices : candidates) {
            var search = new CycleSearch(component, shape, strength);
            Optional<Anomaly.Cycle> cycle = search.shortest(vertices);
            cutShort |= search.isCutShort();
            if (cycle.isPresent() && (shortest.isEmpty() || size(cycle.get()) < size(shortest.get()))) {
                shortest = cycle;
            }
        }
        shortest.ifPresent(found);
        if (shortest.isEmpty() && cutShort) {
            doubts.put(shape.phenomenon(strength), "the search for a cycle reached its limit of steps");
        }
        return shortest;
    }

    private static int size(Anomaly.Cycle cycle) {
        return cycle.txns().size();
    }

    /** For each of the parts, those of its parts in which cycles of the class lie. */
    private static List<List<int[]>> candidates(
            Component component, List<int[]> parts, Shape shape, Strength strength) {
        int[] partOf = new int[component.graph().vertexCount()];
        var candidates = new ArrayList<List<int[]>>();
        for (int i = 0; i < parts.size(); i++) {
            candidates.add(new ArrayList<>());
            for (int vertex : parts.get(i)) {
                partOf[vertex] = i;
            }
        }
        int mask = shape.mask(strength);
        boolean alternates = shape.alternates();
        var digraph = alternates
                ? new AlternatingGraph(component.graph(), mask)
                : component.graph().masked(mask);
        for (int[] vertices : StronglyConnected.components(digraph)) {
            int[] candidate = alternates ? projected(vertices) : vertices;
            candidates.get(partOf[candidate[0]]).add(candidate);
        }
        return candidates;
    }

    /** The vertices that an {@link AlternatingGraph} has twice, once, ascending. */
    private static int[] projected(int[] doubled) {
        var vertices = new IntAVLTreeSet();
        for (int vertex : doubled) {
            vertices.add(vertex >> 1);
        }
        return vertices.toIntArray();
    }
}
