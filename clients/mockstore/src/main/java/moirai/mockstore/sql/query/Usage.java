package moirai.mockstore.sql.query;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The columns of a query's own sources that an expression needs. */
final class Usage {

    private final Map<Integer, BitSet> columns = new HashMap<>();

    void add(int source, int column) {
        columns.computeIfAbsent(source, key -> new BitSet()).set(column);
    }

    /** Returns the sources. */
    BitSet sources() {
        var sources = new BitSet();
        columns.keySet().forEach(sources::set);
        return sources;
    }

    /** Returns the columns of a source. */
    BitSet columns(int source) {
        return columns.getOrDefault(source, new BitSet());
    }

    /** Returns whether the expression needs no source but these. */
    boolean isWithin(BitSet sources) {
        BitSet others = sources();
        others.andNot(sources);
        return others.isEmpty();
    }
}
