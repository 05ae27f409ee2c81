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
 * What searches found, for each combination of transactions with their levels: searches with the same cache repeat
 * only what has changed. For any number of threads; grows with what is searched.
 */
public final class SearchCache {

    private final Map<Key, Found> entries = new ConcurrentHashMap<>();

    /** A cache in which nothing is yet. */
    public SearchCache() {}

    /** The bounds stand for the length, rows, bits and loops; how many transactions there may be is in the list. */
    record Key(List<Table> tables, List<Invariant> invariants, List<Instance> instances, Bounds bounds, Mode mode) {}

    /** What else decides on an answer or on the number of questions. */
    record Mode(Granularity granularity, RingSearch.Wanted wanted, List<List<Integer>> rings) {}

    /** The anomalies of one combination, and how often the solver was asked for them when they were found. */
    record Found(List<Anomaly> anomalies, long questions) {}

    /** What is known, or else what is found now. */
    Found search(Key key, Function<Key, Found> search) {
        Found known = entries.get(key);
        if (known != null) {
            return known;
        }
        Found found = search.apply(key);
        entries.put(key, found);
        return found;
    }
}
