package moirai.analysis.cycles;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.graph.DependencyGraph;
import moirai.analysis.graph.StronglyConnected;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/**
 * Finds, in each strongly connected component, the shortest cycle of each shape and strength.
 *
 * <p>Nomenclature. A component of a strength is one of the graph in which the data's dependencies and the orders of
 * that strength count. A class is a shape with a strength.
 *
 * <ol>
 *   <li>One linear pass finds the components of the strongest strength. A history that keeps to strict serializability
 *       has none, and nothing else is done.
 *   <li>All components together become a small graph of their own. For each strength, from plain to realtime, its
 *       components of that strength are taken, and in each the shapes from G0 to G2: a linear pass for each class,
 *       however many components there are.
 *   <li>Whether a class can occur is decided by components once more: of the graph of its own kinds of edges, or of the
 *       {@link AlternatingGraph} for shapes without adjacent rw edges. Only there is a cycle searched, and only if the
 *       {@link Ingredients} are there.
 *   <li>A class is not searched where the same shape was found with a weaker strength: a G0 is also a G0-process. That
 *       a G2-item is also a G2 does not spare the search for one: a report has to say whether predicates are to blame.
 *   <li>Shapes with predicates are looked for only in components with an anti-dependency on one.
 * </ol>
 *
 * <p>As in Kingsbury, Alvaro, "Elle" (2020), section 6, with two differences: existence is decided by components of the
 * graph in question, and not by whether a bounded search happens to succeed; and nothing depends on time.
 */
public final class CycleFinder {

    private static final String METHOD = "cycles of dependencies";

    /** The levels that are defined by what this looks for, and the method. */
    public static final Map<IsolationLevel, String> EXAMINED = Stream.of(
                    IsolationLevel.READ_UNCOMMITTED,
                    IsolationLevel.READ_COMMITTED,
                    IsolationLevel.CURSOR_STABILITY,
                    IsolationLevel.CONSISTENT_VIEW,
                    IsolationLevel.REPEATABLE_READ,
                    IsolationLevel.SNAPSHOT_ISOLATION,
                    IsolationLevel.SERIALIZABLE,
                    IsolationLevel.STRONG_SESSION_READ_UNCOMMITTED,
                    IsolationLevel.STRONG_SESSION_READ_COMMITTED,
                    IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
                    IsolationLevel.STRONG_SESSION_SERIALIZABLE,
                    IsolationLevel.STRONG_READ_UNCOMMITTED,
                    IsolationLevel.STRONG_READ_COMMITTED,
                    IsolationLevel.STRONG_SNAPSHOT_ISOLATION,
                    IsolationLevel.STRICT_SERIALIZABLE)
            .collect(Collectors.toUnmodifiableMap(level -> level, level -> METHOD));

    private final DependencyGraph graph;
    private final History history;
    private final Consumer<Anomaly.Cycle> found;
    private final int verticesMax;
    private final Map<Phenomenon, String> doubts = new EnumMap<>(Phenomenon.class);
    /** The transactions of the witnesses of each shape, to skip it at the next strength. */
    private final Map<Shape, IntOpenHashSet> inWitnesses = new EnumMap<>(Shape.class);
    /** The graver cycle that the last search found instead of the class that it looked for. */
    private Optional<CycleSearch.Graver> graver = Optional.empty();

    private CycleFinder(DependencyGraph graph, History history, Consumer<Anomaly.Cycle> found, int verticesMax) {
        this.graph = graph;
        this.history = history;
        this.found = found;
        this.verticesMax = verticesMax;
    }

    /**
     * Searches the whole graph. Linear in its size where it has no cycles.
     *
     * @param found is given, for each component and class in it, the shortest cycle, or any if that search was cut
     *     short
     * @return phenomena whose search was cut short, or not begun for its size, in a component where they, or shorter
     *     cycles of theirs, may be, with the reason
     */
    public static Map<Phenomenon, String> find(DependencyGraph graph, History history, Consumer<Anomaly.Cycle> found) {
        return find(graph, history, found, CycleSearch.VERTICES_MAX);
    }

    /** Finds cycles with at most so many vertices in one search. */
    static Map<Phenomenon, String> find(
            DependencyGraph graph, History history, Consumer<Anomaly.Cycle> found, int verticesMax) {
        var finder = new CycleFinder(graph, history, found, verticesMax);
        List<int[]> components = finder.components(Strength.REALTIME);
        if (!components.isEmpty()) {
            finder.search(components);
        }
        return finder.doubts;
    }

    private List<int[]> components(Strength strength) {
        return StronglyConnected.components(graph.masked(Shape.G2.mask(strength)));
    }

    /**
     * Searches all components as one small graph, so that the number of components costs nothing. If that graph is too
     * large, the components of each strength are searched as several.
     */
    private void search(List<int[]> components) {
        if (size(components) <= verticesMax) {
            Component whole = together(components);
            for (Strength strength : Strength.values()) {
                search(whole, strength);
            }
            return;
        }
        for (Strength strength : Strength.values()) {
            for (List<int[]> batch : batches(components(strength))) {
                search(together(batch), strength);
            }
        }
    }

    /** Runs of components that are not too large together, or alone if they are so by themselves. */
    private List<List<int[]>> batches(List<int[]> components) {
        var batches = new ArrayList<List<int[]>>();
        long vertices = verticesMax;
        for (int[] component : components) {
            vertices += component.length;
            if (vertices > verticesMax) {
                batches.add(new ArrayList<>());
                vertices = component.length;
            }
            batches.getLast().add(component);
        }
        return batches;
    }

    private static long size(List<int[]> components) {
        return components.stream().mapToLong(vertices -> vertices.length).sum();
    }

    private Component together(List<int[]> components) {
        int[] vertices =
                components.stream().flatMapToInt(Arrays::stream).sorted().toArray();
        int[] scratch = new int[graph.vertexCount()];
        Arrays.fill(scratch, -1);
        return new Component(graph, history, vertices, scratch);
    }

    private void search(Component whole, Strength strength) {
        List<Shape> shapes = whole.graph().has(Dependency.PREDICATE_READ_WRITE) ? Shape.ALL : Shape.OF_ITEMS;
        List<int[]> parts = StronglyConnected.components(whole.graph().masked(Shape.G2.mask(strength)));
        for (Shape shape : shapes) {
            var search = new CycleSearch(whole, shape, strength);
            if (whole.graph().vertexCount() <= verticesMax) {
                searchParts(whole, parts, search);
            } else if (candidates(whole, parts, search).stream().anyMatch(found -> !found.isEmpty())) {
                doubts.put(
                        search.phenomenon(),
                        "transactions that all depend on each other are more than the " + verticesMax
                                + " that are searched for a cycle");
            }
        }
    }

    /** Searches small parts first, or a large one might leave no steps for many that need few. */
    private void searchParts(Component whole, List<int[]> parts, CycleSearch search) {
        IntOpenHashSet known = inWitnesses(search.shape());
        List<List<int[]>> candidates = candidates(whole, parts, search);
        List<Integer> smallestFirst = IntStream.range(0, parts.size())
                .boxed()
                .sorted(Comparator.comparingInt(part -> parts.get(part).length))
                .toList();
        for (int part : smallestFirst) {
            if (!candidates.get(part).isEmpty() && !containsAny(whole, parts.get(part), known)) {
                search(candidates.get(part), search)
                        .ifPresent(cycle -> cycle.txns().forEach(txn -> known.add((int) txn)));
                graver.filter(other -> !containsAny(whole, parts.get(part), inWitnesses(other.shape())))
                        .ifPresent(this::report);
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

    private void report(CycleSearch.Graver other) {
        found.accept(other.cycle());
        other.cycle().txns().forEach(txn -> inWitnesses(other.shape()).add((int) txn));
    }

    private IntOpenHashSet inWitnesses(Shape shape) {
        return inWitnesses.computeIfAbsent(shape, ignored -> new IntOpenHashSet());
    }

    private Optional<Anomaly.Cycle> search(List<int[]> candidates, CycleSearch search) {
        Optional<Anomaly.Cycle> shortest = Optional.empty();
        graver = Optional.empty();
        boolean wasCutShort = false;
        for (int[] vertices : candidates) {
            Optional<Anomaly.Cycle> cycle = search.shortest(vertices);
            wasCutShort |= search.wasCutShort();
            graver = graver.or(search::graver);
            if (cycle.isPresent() && (shortest.isEmpty() || size(cycle.get()) < size(shortest.get()))) {
                shortest = cycle;
            }
        }
        shortest.ifPresent(found);
        if (wasCutShort) {
            String sought = shortest.isPresent() ? "a shorter cycle" : "a cycle";
            doubts.put(search.phenomenon(), "the search for " + sought + " reached its limit of steps");
        }
        return shortest;
    }

    private static int size(Anomaly.Cycle cycle) {
        return cycle.txns().size();
    }

    /** Returns the parts of each part in which cycles of the class lie. */
    private static List<List<int[]>> candidates(Component component, List<int[]> parts, CycleSearch search) {
        int[] partOf = new int[component.graph().vertexCount()];
        var candidates = new ArrayList<List<int[]>>();
        for (int i = 0; i < parts.size(); i++) {
            candidates.add(new ArrayList<>());
            for (int vertex : parts.get(i)) {
                partOf[vertex] = i;
            }
        }
        boolean alternates = search.shape().alternates();
        var digraph = alternates
                ? new AlternatingGraph(component.graph(), search.mask())
                : component.graph().masked(search.mask());
        for (int[] vertices : StronglyConnected.components(digraph)) {
            int[] candidate = alternates ? projected(vertices) : vertices;
            candidates.get(partOf[candidate[0]]).add(candidate);
        }
        return candidates;
    }

    /** Returns the vertices that an {@link AlternatingGraph} has twice, once; both ascending. */
    private static int[] projected(int[] doubled) {
        int[] vertices = new int[doubled.length];
        int count = 0;
        for (int vertex : doubled) {
            if (count == 0 || vertices[count - 1] != vertex >> 1) {
                vertices[count++] = vertex >> 1;
            }
        }
        return Arrays.copyOf(vertices, count);
    }
}
