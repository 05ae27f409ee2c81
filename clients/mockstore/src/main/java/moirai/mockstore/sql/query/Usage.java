package moirai.mockstore.sql.query;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** The columns of a query's own sources that an expression needs, and what else its value depends on. */
final class Usage {

    private final Map<Integer, BitSet> columns = new HashMap<>();
    private boolean isCorrelated;
    private boolean isVolatile;
    private boolean hasQuery;

    void add(int source, int column) {
        columns.computeIfAbsent(source, key -> new BitSet()).set(column);
    }

    /** Adds all that another expression needs. */
    void add(Usage other) {
        other.columns.forEach((source, used) ->
                columns.computeIfAbsent(source, key -> new BitSet()).or(used));
        isCorrelated |= other.isCorrelated;
        isVolatile |= other.isVolatile;
        hasQuery |= other.hasQuery;
    }

    /** Notes that the expression needs a column of a query around this one. */
    void correlate() {
        isCorrelated = true;
    }

    /** Notes that two evaluations for the same rows may differ. */
    void vary() {
        isVolatile = true;
    }

    /** Notes whether two evaluations for the same rows may differ. */
    void setVolatile(boolean isVolatile) {
        this.isVolatile = isVolatile;
    }

    /** Notes that the expression executes a query. */
    void query() {
        hasQuery = true;
    }

    boolean hasQuery() {
        return hasQuery;
    }

    boolean isCorrelated() {
        return isCorrelated;
    }

    boolean isVolatile() {
        return isVolatile;
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
