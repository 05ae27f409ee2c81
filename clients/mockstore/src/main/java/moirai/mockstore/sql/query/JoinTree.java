package moirai.mockstore.sql.query;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/** How the sources of a query are joined. */
sealed interface JoinTree {

    /** One source. */
    record Leaf(int source) implements JoinTree {}

    /** All combinations for which the conditions hold. */
    record Inner(JoinTree left, JoinTree right, List<Conjunct> on) implements JoinTree {

        public Inner {
            on = List.copyOf(on);
        }
    }

    /** Those, and each combination of the left that is in none of them. */
    record LeftOuter(JoinTree left, JoinTree right, List<Conjunct> on) implements JoinTree {

        public LeftOuter {
            on = List.copyOf(on);
        }
    }

    /** Those, and each combination of either side that is in none of them. */
    record FullOuter(JoinTree left, JoinTree right, List<Conjunct> on) implements JoinTree {

        public FullOuter {
            on = List.copyOf(on);
        }
    }

    /** The sources of which a combination may have no row. */
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

    /** What must hold for every combination, besides WHERE; there is more if one has {@link #nullable} sources. */
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

    /** All its sources. */
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
