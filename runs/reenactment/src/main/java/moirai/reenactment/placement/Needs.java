package moirai.reenactment.placement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import moirai.directed.execution.Cell;
import moirai.directed.execution.Execution;

/**
 * The earlier writes that the node of each turn has to know, and those that it must not know, as far as they decide
 * what the turn reads. A node keeps the last write of a cell, in the order of the turns, so an overwritten write makes
 * no difference if the overwriting write is seen.
 *
 * @param seen by turn, the last writers of what it reads
 * @param unseen by turn, the writers that came after these and would hide them
 */
record Needs(List<Set<Integer>> seen, List<Set<Integer>> unseen) {

    Needs {
        seen = List.copyOf(seen);
        unseen = List.copyOf(unseen);
    }

    /** Returns the needs of an execution. Cost: O(turns² · cells). */
    static Needs of(Execution execution) {
        var seen = new ArrayList<Set<Integer>>();
        var unseen = new ArrayList<Set<Integer>>();
        for (int turn = 0; turn < execution.turns().size(); turn++) {
            var last = new TreeSet<Integer>();
            var hidden = new TreeSet<Integer>();
            for (Cell cell : execution.effects().get(turn).reads()) {
                int writer = execution.lastSeen(turn, cell);
                if (writer >= 0) {
                    last.add(writer);
                }
                for (int later = writer + 1; later < turn; later++) {
                    if (execution.effects().get(later).writes().containsKey(cell)) {
                        hidden.add(later);
                    }
                }
            }
            seen.add(last);
            unseen.add(hidden);
        }
        return new Needs(seen, unseen);
    }

    int count() {
        return seen.size();
    }

    /** Returns whether a node at which the one turn has run knows too much for the other turn. */
    boolean areApart(int one, int other) {
        int first = Math.min(one, other);
        Set<Integer> hidden = unseen.get(Math.max(one, other));
        return hidden.contains(first) || !Collections.disjoint(seen.get(first), hidden);
    }
}
