package moirai.directed.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Encoding;
import moirai.directed.encoding.Environment;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Instance;
import moirai.directed.encoding.Setting;
import moirai.directed.levels.Axiom;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.solving.Circuit;

/**
 * A search for every cycle of conflicts within bounds, each once, in an order that depends on the program alone.
 *
 * <p>A cycle goes once through each of n transactions and has at least one step inside a transaction; it is identified
 * by its transactions and statements, whatever the reasons of its edges. For each multiset of n transactions one
 * encoding is built and all rings over it are asked, those of several multisets at the same time. Cost: exponential in
 * n; for two transactions a few thousand questions of about a millisecond on the published benchmarks.
 *
 * <p>Source: Rahmani and others, CLOTHO (2019), section 5; without its blocking clauses and iteration limits.
 */
public final class AnomalySearch {

    /** The most anomalies around one ring of transactions that each come with an execution of their own. */
    public static final int OWN_EXECUTIONS_MAX = 256;

    private final Program program;
    private final Levels levels;
    private final Bounds bounds;
    private Setting setting = Setting.USUAL;
    private Counting counting = Counting.ALL;
    private Pruning pruning = Pruning.RINGS;
    private Showing showing = Showing.READABLE;
    private int ownMax = OWN_EXECUTIONS_MAX;
    private Progress progress = Progress.NONE;
    private BooleanSupplier isOver = () -> false;
    private SearchCache cache = new SearchCache();

    /** Creates a search. Throws IllegalArgumentException if a level is given to a transaction that does not exist. */
    public AnomalySearch(Program program, Levels levels, Bounds bounds) {
        levels.requireTxnsOf(program);
        this.program = program;
        this.levels = levels;
        this.bounds = bounds;
    }

    /**
     * Returns the same search in another setting; in that of a crowd an anomaly may need values that no call computes.
     */
    public AnomalySearch in(Setting other) {
        setting = other;
        return this;
    }

    /** Returns the same search with other questions. */
    public AnomalySearch pruning(Pruning other) {
        pruning = other;
        return this;
    }

    /** Returns the same search for other cycles. */
    public AnomalySearch counting(Counting other) {
        counting = other;
        return this;
    }

    /** Returns the same search, which shows other executions. */
    public AnomalySearch showing(Showing other) {
        showing = other;
        return this;
    }

    /**
     * Returns the same search, in which anomalies share executions if there are more than these around one ring. It
     * changes neither the anomalies nor the conflicts of which they consist.
     */
    public AnomalySearch ownExecutionsUpTo(int max) {
        ownMax = max;
        return this;
    }

    /** Returns the same search, which reports its progress. */
    public AnomalySearch telling(Progress listener) {
        progress = listener;
        return this;
    }

    /**
     * Returns the same search, which leaves out what is not searched when this becomes true. It is asked between
     * questions, by any thread.
     */
    public AnomalySearch until(BooleanSupplier condition) {
        isOver = condition;
        return this;
    }

    /** Returns the same search, which reuses the results of others with this cache, for the same solver. */
    public AnomalySearch remembering(SearchCache shared) {
        cache = shared;
        return this;
    }

    /** Returns all anomalies within the bounds. The combinations are searched in parallel. */
    public Analysis find() {
        var skeletons = new ArrayList<List<TxnType>>();
        for (int count = 2; count <= bounds.txnsMax(); count++) {
            skeletons.addAll(Combinations.multisets(program.txns(), count));
        }
        return searched(skeletons);
    }

    /** Returns the anomalies within the bounds of these combinations of transactions, each in the program's order. */
    public Analysis among(List<List<String>> combinations) {
        return searched(combinations.stream()
                .map(names -> names.stream().map(program::txn).toList())
                .toList());
    }

    private Analysis searched(List<List<TxnType>> skeletons) {
        var told = new int[1];
        List<SearchCache.Found> found = skeletons.parallelStream()
                .map(types -> {
                    if (isOver.getAsBoolean()) {
                        return SearchCache.Found.NOTHING;
                    }
                    SearchCache.Found here = search(types, Combinations.rings(types.size()));
                    synchronized (told) {
                        told[0]++;
                        progress.searched(told[0], skeletons.size(), names(types));
                    }
                    return here;
                })
                .toList();
        return analysis(found);
    }

    /**
     * Returns the anomalies through these transactions in this order, each with a conflict to the next and the last
     * with one to the first. The length of the list replaces the bound on the number of transactions.
     */
    public Analysis find(List<String> ring) {
        List<TxnType> types = ring.stream().map(program::txn).toList();
        return analysis(List.of(
                search(types, List.of(IntStream.range(0, ring.size()).boxed().toList()))));
    }

    /**
     * Returns a finder of executions that are easy to read, for anomalies of this search that share theirs with
     * others. Single-threaded.
     */
    public OwnExecutions ownExecutions() {
        var searches = new HashMap<OwnExecutions.Ring, RingSearch>();
        return new OwnExecutions(ring -> searches.computeIfAbsent(ring, this::readable));
    }

    private RingSearch readable(OwnExecutions.Ring ring) {
        List<Instance> instances = ring.txns().stream()
                .map(name -> levels.instance(program.txn(name)))
                .toList();
        return new RingSearch(encoding(instances), ring.order(), wanted(Showing.READABLE), () -> false);
    }

    /**
     * Returns the combinations of transactions that can form a ring of dependencies, each transaction once and none of
     * them needed more than once; names in the order of the program. Unlike {@link #find()} it counts rings without a
     * step inside a transaction, knows no greatest length and shows no executions: Nagar and Jagannathan's question.
     */
    public List<List<String>> cyclic(int count) {
        return Combinations.multisets(program.txns(), count).parallelStream()
                .filter(this::isCyclic)
                .map(AnomalySearch::names)
                .toList();
    }

    /**
     * Returns the pairs of transactions that can form a ring of dependencies if statements that change or lock several
     * rows take them one by one; none if the levels promise that they do not. No execution is shown.
     */
    public List<List<String>> byRows() {
        boolean hasRows = levels.of(program).stream().anyMatch(level -> !level.has(Axiom.ATOMIC_STATEMENTS));
        return hasRows
                ? new AnomalySearch(program, levels, bounds)
                        .in(setting.at(Granularity.ROWS))
                        .cyclic(2)
                : List.of();
    }

    /**
     * Returns whether one call of each of these transactions, several of one name allowed, can form a ring of
     * dependencies.
     */
    public boolean isCyclicOf(List<String> txns) {
        return isCyclic(txns.stream().map(program::txn).toList());
    }

    /**
     * Returns whether two calls can form a ring of dependencies if numbers and rows beyond the bounds are there, too.
     * Such results wrap around, so that larger bounds may show such a ring, or none.
     */
    public boolean isCyclicBeyondBounds() {
        AnomalySearch beyond = new AnomalySearch(program, levels, bounds).in(setting.reaching(Setting.Reach.POSSIBLE));
        return Combinations.multisets(program.txns(), 2).parallelStream()
                .anyMatch(types -> beyond.isCyclic(types, false));
    }

    private boolean isCyclic(List<TxnType> types) {
        return isCyclic(types, true);
    }

    private boolean isCyclic(List<TxnType> types, boolean numbersFit) {
        var encoding = encoding(types.stream().map(levels::instance).toList());
        int count = types.size();
        int[][] edges = encoding.dependencies();
        return Combinations.rings(count).stream().anyMatch(ring -> {
            int[] ringEdges = new int[count + 1];
            ringEdges[count] = numbersFit ? encoding.fits() : Circuit.TRUE;
            for (int hop = 0; hop < count; hop++) {
                ringEdges[hop] = edges[ring.get(hop)][ring.get((hop + 1) % count)];
            }
            return encoding.circuit().isSatisfiable(ringEdges);
        });
    }

    private static List<String> names(List<TxnType> types) {
        return types.stream().map(TxnType::name).toList();
    }

    private Analysis analysis(List<SearchCache.Found> found) {
        List<Anomaly> anomalies =
                found.stream().flatMap(here -> here.anomalies().stream()).toList();
        long questions = found.stream().mapToLong(SearchCache.Found::questions).sum();
        int whole = (int) found.stream().filter(SearchCache.Found::isWhole).count();
        var extent = new Analysis.Extent(whole, found.size());
        return new Analysis(program.name(), levels, bounds, anomalies, questions, extent);
    }

    private SearchCache.Found search(List<TxnType> types, List<List<Integer>> rings) {
        List<Instance> instances = types.stream().map(levels::instance).toList();
        var each = new Bounds(2, bounds.lengthMax(), bounds.rows(), bounds.bits(), bounds.loopMax());
        var wanted = wanted(showing);
        var mode = new SearchCache.Mode(setting.granularity(), wanted, rings);
        var key = new SearchCache.Key(program.tables(), program.invariants(), instances, each, mode);
        // What a crowd may do depends on more than the transactions of the combination.
        return setting.environment() instanceof Environment.Alone
                ? cache.search(key, unknown -> search(unknown.instances(), rings, wanted))
                : search(instances, rings, wanted);
    }

    private SearchCache.Found search(List<Instance> instances, List<List<Integer>> rings, RingSearch.Wanted wanted) {
        var encoding = encoding(instances);
        var found = new ArrayList<Anomaly>();
        Set<String> known = new HashSet<>();
        Set<String> orders = new HashSet<>();
        boolean isWhole = true;
        for (List<Integer> ring : rings) {
            // Calls of one transaction are interchangeable: a ring of the same names has the same cycles.
            if (orders.add(names(ring, instances))) {
                var search = new RingSearch(encoding, ring, wanted, isOver);
                found.addAll(search.find(known));
                isWhole &= search.isWhole();
            }
        }
        return new SearchCache.Found(found, encoding.circuit().questions(), isWhole);
    }

    private RingSearch.Wanted wanted(Showing shown) {
        return new RingSearch.Wanted(bounds.lengthMax(), counting, pruning, shown, ownMax);
    }

    /** Returns the names around the ring, in the rotation that comes first in the alphabet. */
    private static String names(List<Integer> ring, List<Instance> instances) {
        return CycleKey.of(ring.stream()
                .map(txn -> new CycleKey.Node(instances.get(txn).type().name(), "", ""))
                .toList());
    }

    private Encoding encoding(List<Instance> instances) {
        return new Encoding(program, instances, bounds, setting);
    }
}
