package moirai.analysis.shrinking;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.History;

/**
 * A part of a history, and the smaller parts that are left without some of it. {@link HistoryShrinker} searches on its
 * own; this class is for a search that somebody else does, such as a library of properties.
 */
public final class HistoryPart {

    private final Excerpt excerpt;
    /** The ops that are kept, and the elements that nobody appended. */
    private final BitSet kept;

    private HistoryPart(Excerpt excerpt, BitSet kept) {
        this.excerpt = excerpt;
        this.kept = kept;
    }

    /** Returns the whole of a history. O(ops + elements read). */
    public static HistoryPart whole(History history) {
        var excerpt =
                new Excerpt(history, IntStream.range(0, history.txnCount()).toArray());
        return new HistoryPart(excerpt, excerpt.all());
    }

    /** Returns the part as a history of its own. O(ops + elements read). */
    public History history() {
        return excerpt.take(kept).history();
    }

    /** Returns the number of transactions of which an op is kept. */
    public int txnCount() {
        return (int) excerpt.byTxn().stream().filter(kept::intersects).count();
    }

    /** Returns the number of keys of which an op is kept. */
    public int keyCount() {
        return (int) excerpt.byKey().stream().filter(kept::intersects).count();
    }

    /** Returns the number of ops that are kept; an element that nobody appended counts as one. */
    public int size() {
        return kept.cardinality();
    }

    /**
     * Returns the parts that are smaller by one step: those without half of the transactions, without a quarter, and so
     * on to those without a single one; then the same for keys and for ops. A transaction goes together with what it
     * wrote. None of the parts is empty.
     */
    public Stream<HistoryPart> smaller() {
        return Stream.of(excerpt.byTxn(), excerpt.byKey(), excerpt.single()).flatMap(this::without);
    }

    private Stream<HistoryPart> without(List<BitSet> all) {
        List<BitSet> groups = all.stream().filter(kept::intersects).toList();
        return IntStream.iterate((groups.size() + 1) / 2, size -> size > 0, size -> size / 2)
                .boxed()
                .flatMap(size -> IntStream.iterate(0, from -> from < groups.size(), from -> from + size)
                        .mapToObj(from -> groups.subList(from, Math.min(from + size, groups.size()))))
                .map(this::withoutAll)
                .filter(part -> !part.kept.isEmpty());
    }

    private HistoryPart withoutAll(List<BitSet> groups) {
        var fewer = (BitSet) kept.clone();
        groups.forEach(fewer::andNot);
        return new HistoryPart(excerpt, fewer);
    }
}
