package moirai.nemesis.faults;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.Way;

/*
 * Jepsen's shapes (jepsen.nemesis: bisect, split-one, majorities-ring, bridge, and grudges in one direction; of
 * jepsen.nemesis.combined, minority-third). Where there is one node alone, its clients are the other side; else clients
 * reach everybody, as Jepsen's do, because a client that reaches nobody shows nothing.
 */
/** The shape of a partition: which nodes cannot reach which. */
public enum PartitionShape {
    /** Two sides, as equal as can be. */
    HALVES("halves"),
    /** Some nodes on one side, the others on the other. */
    ISOLATED("isolated"),
    /** Each node hears a majority, and no two hear the same. */
    MAJORITY_RING("majority-ring"),
    /** Some nodes hear nothing of the others, which hear them. */
    ONE_WAY("one-way"),
    /** Two sides that do not reach each other, and one node that reaches both and that both reach. */
    BRIDGE("bridge"),
    /** A third of the nodes on one side, the others on the other. */
    MINORITY_THIRD("minority-third");

    /** The fewest nodes of which a third is neither one, nor a half, nor the largest minority. */
    private static final int THIRD_NODES_MIN = 7;

    private final String label;

    PartitionShape(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Returns the shapes that differ from each other with this many nodes, each as often as it is to be drawn. */
    static List<PartitionShape> with(int nodes) {
        if (nodes == 1) {
            return List.of(ISOLATED, ONE_WAY);
        }
        if (nodes == 2) {
            return List.of(HALVES, ONE_WAY);
        }
        // All that have two sides share one quarter: a shape more leaves the partitions of the other quarters, and the
        // times of all, as a seed has always had them.
        List<PartitionShape> sided =
                nodes < THIRD_NODES_MIN ? List.of(HALVES, BRIDGE) : List.of(HALVES, BRIDGE, MINORITY_THIRD);
        var shapes = new ArrayList<>(sided);
        for (PartitionShape other : List.of(ISOLATED, MAJORITY_RING, ONE_WAY)) {
            shapes.addAll(Collections.nCopies(sided.size(), other));
        }
        return List.copyOf(shapes);
    }

    /** Returns a third of this many nodes, rounded down, but one at least. */
    static int thirdOf(int nodes) {
        return Math.max(1, nodes / 3);
    }

    /**
     * Returns the ways that are cut.
     *
     * @param nodes all nodes
     * @param side one of the sides; in a ring, all nodes in the ring's order; of a bridge, that node and then the
     *    others, of which the first half cannot reach the second
     */
    public List<Way> ways(List<String> nodes, List<String> side) {
        var others = new ArrayList<String>(nodes.size() == 1 ? List.of(Links.CLIENTS) : nodes);
        others.removeAll(side);
        return switch (this) {
            case HALVES, ISOLATED, MINORITY_THIRD -> {
                var ways = between(others, side);
                ways.addAll(between(side, others));
                if (others.isEmpty()) {
                    ways.addAll(between(side, side));
                }
                yield ways;
            }
            case ONE_WAY -> between(others.isEmpty() ? side : others, side);
            case MAJORITY_RING -> ring(side);
            case BRIDGE -> {
                List<String> ends = side.subList(Math.min(1, side.size()), side.size());
                List<String> left = ends.subList(0, ends.size() / 2);
                List<String> right = ends.subList(ends.size() / 2, ends.size());
                var ways = between(left, right);
                ways.addAll(between(right, left));
                yield ways;
            }
        };
    }

    private static List<Way> between(List<String> from, List<String> to) {
        var ways = new ArrayList<Way>();
        for (String one : from) {
            for (String other : to) {
                if (!one.equals(other)) {
                    ways.add(new Way(one, other));
                }
            }
        }
        return ways;
    }

    /** Cuts the ways of a ring: the node in the middle of each window of a majority hears that window alone. */
    private static List<Way> ring(List<String> order) {
        int size = order.size();
        int majority = size / 2 + 1;
        var ways = new ArrayList<Way>();
        for (int start = 0; start < size; start++) {
            String middle = order.get((start + majority / 2) % size);
            for (int outside = majority; outside < size; outside++) {
                ways.add(new Way(order.get((start + outside) % size), middle));
            }
        }
        return ways;
    }
}
