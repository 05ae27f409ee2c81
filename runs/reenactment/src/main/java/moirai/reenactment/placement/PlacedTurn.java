package moirai.reenactment.placement;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A turn with its node and its links. Nodes count from 0.
 *
 * @param node at which it runs
 * @param cutFrom the nodes that this node does not reach meanwhile
 * @param reaches the nodes that have its writes before anything else happens
 * @param handed the earlier turns whose writes the node gets before this turn, in their order: it missed them before
 */
public record PlacedTurn(int node, List<Integer> cutFrom, List<Integer> reaches, List<Integer> handed) {

    public PlacedTurn {
        cutFrom = List.copyOf(cutFrom);
        reaches = List.copyOf(reaches);
        handed = List.copyOf(handed);
    }

    /** Returns the name of a node: n1 for node 0. */
    public static String name(int node) {
        return "n" + (node + 1);
    }

    /** Returns a text such as {@code at n1, cut off from n2, n3}. */
    @Override
    public String toString() {
        return "at " + name(node)
                + (cutFrom.isEmpty()
                        ? ""
                        : cutFrom.stream()
                                .map(PlacedTurn::name)
                                .collect(Collectors.joining(", ", ", cut off from ", "")));
    }
}
