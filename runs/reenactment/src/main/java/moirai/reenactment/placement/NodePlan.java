package moirai.reenactment.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.directed.execution.Execution;

/*
 * Turns run one after the other, in the order of their writes. A node knows what was written there, what reached it
 * when it was written, and what it was handed since; it forgets nothing, and of each cell it shows the last write.
 *
 * 1. A turn has to find at its node the writes that it reads from, and none that would hide them (Needs).
 * 2. What has to be there can be handed over right before. So a node needs to know no more than the writes of the turns
 *    that run there and what these turns see. Two turns cannot share a node exactly if that, for the first one, holds
 *    something that the second one must not see.
 * 3. An arrangement is therefore a colouring of the turns by nodes in which turns that are apart differ, and there is
 *    one if and only if there is such a colouring. A turn that is apart from fewer others than there are nodes always
 *    finds one, and is left out of the search, with all that then become such; the rest is searched exhaustively.
 * 4. Each call has a node to which it returns where it can. What a later turn has to see at another node reaches it at
 *    once, by the open link, if no turn there must miss it before; otherwise it is handed over when it is due. The link
 *    is cut where a turn must miss it, and as it was where it does not matter.
 *
 * Cost: O(turns²) for all cases met so far, whose search is empty; exponential in what is left to search.
 */
/** A plan that spreads the turns of an execution over nodes. */
public final class NodePlan {

    /** The most tries of the search for nodes of the turns that are not easy; no measured program has such turns. */
    private static final int TRIES_MAX = 1_000_000;

    private final Execution execution;
    private final int nodes;
    private final Needs needs;
    private final int[] nodeOf;
    private int tries;

    private NodePlan(Execution execution, int nodes) {
        this.execution = execution;
        this.nodes = nodes;
        this.needs = Needs.of(execution);
        this.nodeOf = IntStream.range(0, needs.count()).map(turn -> -1).toArray();
    }

    /**
     * Returns the node of each turn.
     *
     * @param nodes how many there are; at least 1
     */
    public static Placing of(Execution execution, int nodes) {
        if (nodes < 1) {
            throw new IllegalArgumentException(nodes + " nodes: expected at least 1");
        }
        return new NodePlan(execution, nodes).place();
    }

    private Placing place() {
        var left = IntStream.range(0, needs.count()).boxed().collect(Collectors.toCollection(ArrayList::new));
        List<Integer> easy = easy(left);
        if (!search(left, 0)) {
            String turns = left.stream()
                    .map(turn -> execution.turns().get(turn).toString())
                    .collect(Collectors.joining(", "));
            return new Placing.Unplaceable(
                    tries > TRIES_MAX
                            ? "no arrangement of " + turns + " on " + nodes + " nodes was found in " + TRIES_MAX
                                    + " tries"
                            : turns + " see too different things for " + nodes + (nodes == 1 ? " node" : " nodes"));
        }
        Collections.reverse(easy);
        easy.forEach(turn -> nodeOf[turn] = candidates(turn).stream()
                .filter(node -> isFree(turn, node))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no node is left for turn " + turn)));
        return new Placing.Placed(arranged());
    }

    /**
     * Removes from the remaining turns and returns, one after the other, those that are apart from fewer others than
     * there are nodes.
     */
    private List<Integer> easy(List<Integer> left) {
        var easy = new ArrayList<Integer>();
        boolean isShorter = true;
        while (isShorter) {
            List<Integer> now = left.stream()
                    .filter(turn -> left.stream()
                                    .filter(other -> !other.equals(turn) && needs.areApart(turn, other))
                                    .count()
                            < nodes)
                    .limit(1)
                    .toList();
            isShorter = left.removeAll(now);
            easy.addAll(now);
        }
        return easy;
    }

    private boolean search(List<Integer> left, int from) {
        if (from == left.size()) {
            return true;
        }
        int turn = left.get(from);
        for (int node : candidates(turn)) {
            if (++tries <= TRIES_MAX && isFree(turn, node)) {
                nodeOf[turn] = node;
                if (search(left, from + 1)) {
                    return true;
                }
                nodeOf[turn] = -1;
            }
        }
        return false;
    }

    /** Returns all nodes, that of the turn's call first. */
    private List<Integer> candidates(int turn) {
        int first = execution.turns().get(turn).call();
        return IntStream.range(0, nodes)
                .map(step -> (first + step) % nodes)
                .boxed()
                .toList();
    }

    private boolean isFree(int turn, int node) {
        return IntStream.range(0, needs.count())
                .noneMatch(other -> other != turn && nodeOf[other] == node && needs.areApart(turn, other));
    }

    private List<PlacedTurn> arranged() {
        var cuts = new HashSet<Set<Integer>>();
        var known = new ArrayList<Set<Integer>>();
        IntStream.range(0, nodes).forEach(node -> known.add(new TreeSet<>()));
        var placed = new ArrayList<PlacedTurn>();
        for (int turn = 0; turn < needs.count(); turn++) {
            int node = nodeOf[turn];
            List<Integer> handed = new ArrayList<>(needs.seen().get(turn));
            handed.removeAll(known.get(node));
            known.get(node).addAll(handed);
            known.get(node).add(turn);
            var reaches = new ArrayList<Integer>();
            for (int other = 0; other < nodes; other++) {
                if (isSeenNext(turn, other)) {
                    cuts.remove(Set.of(node, other));
                    reaches.add(other);
                    known.get(other).add(turn);
                } else if (other != node && isUnseen(turn, other)) {
                    cuts.add(Set.of(node, other));
                }
            }
            List<Integer> cut = IntStream.range(0, nodes)
                    .filter(other -> other != node && cuts.contains(Set.of(node, other)))
                    .boxed()
                    .toList();
            placed.add(new PlacedTurn(node, cut, reaches, handed));
        }
        return placed;
    }

    /** Returns whether a turn at this other node sees the write, and no turn there before it must not see it. */
    private boolean isSeenNext(int writer, int node) {
        if (node == nodeOf[writer]) {
            return false;
        }
        int reader = first(needs.seen(), writer, node);
        return reader < needs.count() && reader < first(needs.unseen(), writer, node);
    }

    private boolean isUnseen(int writer, int node) {
        return first(needs.unseen(), writer, node) < needs.count();
    }

    /** Returns the first turn at a node whose set has a writer; the number of turns if there is none. */
    private int first(List<Set<Integer>> sets, int writer, int node) {
        return IntStream.range(0, needs.count())
                .filter(turn -> nodeOf[turn] == node && sets.get(turn).contains(writer))
                .findFirst()
                .orElse(needs.count());
    }
}
