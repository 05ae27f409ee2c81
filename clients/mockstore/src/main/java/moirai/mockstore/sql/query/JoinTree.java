package moirai.mockstore.sql.query;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** The tree of joins of a query's sources. */
sealed interface JoinTree {

    /** A single source. */
    record Leaf(int source) implements JoinTree {}

    /** An inner join: all combinations for which the conditions hold. */
    record Inner(JoinTree left, JoinTree right, List<Conjunct> on) implements JoinTree {

        public Inner {
            on = List.copyOf(on);
        }
    }

    /** A left outer join: the inner join, and each other combination of the left. */
    record LeftOuter(JoinTree left, JoinTree right, List<Conjunct> on) implements JoinTree {

        public LeftOuter {
            on = List.copyOf(on);
        }
    }

    /** A full outer join: the inner join, and each other combination of either side. */
    record FullOuter(JoinTree left, JoinTree right, List<Conjunct> on) implements JoinTree {

        public FullOuter {
            on = List.copyOf(on);
        }
    }

    /** Returns the sources that may have no row in a combination. */
    default BitSet nullable() {
        return switch (this) {
            case Leaf leaf -> new BitSet();
            case Inner join -> union(join.left.nullable(), join.right.nullable());
            case LeftOuter join -> union(join.left.nullable(), join.right.sources());
            case FullOuter join -> sources();
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
            case Inner join ->
                Stream.of(join.on, join.left.conditions(), join.right.conditions())
                        .flatMap(List::stream)
                        .toList();
            case LeftOuter join -> join.left.conditions();
            case FullOuter join -> List.of();
        };
    }

    /** Returns all its sources. */
    default BitSet sources() {
        var sources = new BitSet();
        switch (this) {
            case Leaf leaf -> sources.set(leaf.source);
            case Inner join -> {
                sources.or(join.left.sources());
                sources.or(join.right.sources());
            }
            case LeftOuter join -> {
                sources.or(join.left.sources());
                sources.or(join.right.sources());
            }
            case FullOuter join -> {
                sources.or(join.left.sources());
                sources.or(join.right.sources());
            }
        }
        return sources;
    }
}
