package moirai.mockstore.sql.query;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** The tree of joins of a query's sources. */
sealed interface JoinTree {

    /** A single source. */
    record Leaf(int source) implements JoinTree {}

    /** Combinations of both sides for which the conditions hold, and others as the kind says. */
    record Join(Kind kind, JoinTree left, JoinTree right, List<Conjunct> on) implements JoinTree {
        public Join {
            on = List.copyOf(on);
        }
    }

    /** The rule for combinations whose other side is missing. */
    enum Kind {
        /** There are none. */
        INNER,
        /** Each combination of the left without a partner is one. */
        LEFT_OUTER,
        /** Each combination of either side without a partner is one. */
        FULL_OUTER
    }

    /** Returns the sources that may have no row in a combination. */
    default BitSet nullable() {
        return switch (this) {
            case Leaf leaf -> new BitSet();
            case Join join ->
                switch (join.kind) {
                    case INNER -> union(join.left.nullable(), join.right.nullable());
                    case LEFT_OUTER -> union(join.left.nullable(), join.right.sources());
                    case FULL_OUTER -> sources();
                };
        };
    }

    private static BitSet union(BitSet one, BitSet other) {
        one.or(other);
        return one;
    }

    /**
     * Returns the conditions, besides WHERE, that every combination satisfies; with {@link #nullable} sources there are
     * others that are not included.
     */
    default List<Conjunct> conditions() {
        return switch (this) {
            case Leaf leaf -> List.of();
            case Join join ->
                switch (join.kind) {
                    case INNER ->
                        Stream.of(join.on, join.left.conditions(), join.right.conditions())
                                .flatMap(List::stream)
                                .toList();
                    case LEFT_OUTER -> join.left.conditions();
                    case FULL_OUTER -> List.of();
                };
        };
    }

    /** Returns all its sources. */
    default BitSet sources() {
        return switch (this) {
            case Leaf leaf -> {
                var source = new BitSet();
                source.set(leaf.source);
                yield source;
            }
            case Join join -> union(join.left.sources(), join.right.sources());
        };
    }
}
