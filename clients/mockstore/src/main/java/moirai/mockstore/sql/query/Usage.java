package moirai.mockstore.sql.query;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Which columns of a query's own sources an expression needs. */
final class Usage {

    private final Map<Integer, BitSet> columns = new HashMap<>();

    void add(int source, int column) {
        columns.computeIfAbsent(source, key -> new BitSet()).set(column);
    }

    /** The sources. */
    BitSet sources() {
        var sources = new BitSet();
        columns.keySet().forEach(sources::set);
        return sources;
    }

    /** The columns of a source. */
    BitSet columns(int source) {
        return columns.getOrDefault(source, new BitSet());
    }

    /** Whether it needs no source but these. */
    boolean isWithin(BitSet sources) {
        BitSet others = sources();
        others.andNot(sources);
        return others.isEmpty();
    }
}
