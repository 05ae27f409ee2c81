package moirai.mockstore.sql.rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ranges of keys that a transaction has scanned. A join may scan a range for each row of another table, so that
 * ranges are found by their prefixes: a step costs O(length of the key), and the number of ranges of one prefix that
 * have bounds.
 */
final class ScannedRanges {

    /** The prefixes of the ranges without bounds. */
    private final Set<RowKey> whole = new HashSet<>(0);
    /** The ranges with bounds, by their prefixes. */
    private final Map<RowKey, List<KeyRange>> bounded = new HashMap<>(0);

    private int longest;

    /** Adds a range, unless another one contains it. */
    void add(KeyRange range) {
        RowKey prefix = range.prefix();
        if (cover(range)) {
            return;
        }
        longest = Math.max(longest, prefix.values().size());
        if (range.bounds().isEmpty()) {
            whole.add(prefix);
        } else {
            bounded.computeIfAbsent(prefix, first -> new ArrayList<>(1)).add(range);
        }
    }

    private boolean cover(KeyRange range) {
        RowKey prefix = range.prefix();
        for (int length = 0; length <= Math.min(longest, prefix.values().size()); length++) {
            RowKey start = prefix.start(length);
            if (whole.contains(start)
                    || bounded.getOrDefault(start, List.of()).stream().anyMatch(wider -> wider.covers(range))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a key is in one of the ranges. */
    boolean contain(RowKey key) {
        for (int length = 0; length <= Math.min(longest, key.values().size()); length++) {
            RowKey start = key.start(length);
            if (whole.contains(start)
                    || bounded.getOrDefault(start, List.of()).stream().anyMatch(range -> range.contains(key))) {
                return true;
            }
        }
        return false;
    }
}
