package moirai.directed.search;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Granularity;
import moirai.directed.encoding.Instance;
import moirai.directed.program.Invariant;
import moirai.directed.program.Table;

/**
 * A cache of search results for each combination of transactions with their levels: searches with the same cache repeat
 * only what has changed. For any number of threads; grows with what is searched.
 */
public final class SearchCache {

    private final Map<Key, Found> entries = new ConcurrentHashMap<>();

    /** Creates an empty cache. */
    public SearchCache() {}

    /**
     * The inputs of a search. The bounds stand for the length, rows, bits and loops; the list says how many
     * transactions there are.
     */
    record Key(List<Table> tables, List<Invariant> invariants, List<Instance> instances, Bounds bounds, Mode mode) {}

    /** The further inputs that decide on an answer or on the number of questions. */
    record Mode(Granularity granularity, RingSearch.Wanted wanted, List<List<Integer>> rings) {}

    /**
     * The anomalies of one combination, and how often the solver was asked for them when they were found.
     *
     * @param isWhole whether the search came to its end
     */
    record Found(List<Anomaly> anomalies, long questions, boolean isWhole) {

        /** The answer of a search that was not begun. */
        static final Found NOTHING = new Found(List.of(), 0, false);
    }

    /** Returns the cached result, or else that of the search. */
    Found search(Key key, Function<Key, Found> search) {
        Found known = entries.get(key);
        if (known != null) {
            return known;
        }
        Found found = search.apply(key);
        if (found.isWhole()) {
            entries.put(key, found);
        }
        return found;
    }
}
