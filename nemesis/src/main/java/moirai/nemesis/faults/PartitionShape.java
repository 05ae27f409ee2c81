package moirai.nemesis.faults;

import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.Way;

/*
 * Jepsen's shapes (jepsen.nemesis: bisect, split-one, majorities-ring, and grudges in one direction). Where there is
 * one node alone, its clients are the other side; else clients reach everybody, as Jepsen's do, because a client that
 * reaches nobody shows nothing.
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
    ONE_WAY("one-way");

    private final String label;

    PartitionShape(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    /** Returns the shapes that differ from each other with this many nodes. */
    static List<PartitionShape> with(int nodes) {
        if (nodes == 1) {
            return List.of(ISOLATED, ONE_WAY);
        }
        return nodes == 2 ? List.of(HALVES, ONE_WAY) : List.of(HALVES, ISOLATED, MAJORITY_RING, ONE_WAY);
    }

    /**
     * Returns the ways that are cut.
     *
     * @param nodes all nodes
     * @param side one of the sides; in a ring, all nodes in the ring's order
     */
    public List<Way> ways(List<String> nodes, List<String> side) {
        var others = new ArrayList<String>(nodes.size() == 1 ? List.of(Links.CLIENTS) : nodes);
        others.removeAll(side);
        return switch (this) {
            case HALVES, ISOLATED -> {
                var ways = between(others, side);
                ways.addAll(between(side, others));
                if (others.isEmpty()) {
                    ways.addAll(between(side, side));
                }
                yield ways;
            }
            case ONE_WAY -> between(others.isEmpty() ? side : others, side);
            case MAJORITY_RING -> ring(side);
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
