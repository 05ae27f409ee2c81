package moirai.reenactment;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.directed.encoding.Conflict;
import moirai.directed.execution.Execution;

/**
 * The placement of a case's calls on a database with one copy that takes writes, which the other copies follow.
 *
 * @param nodes of each call: 0 takes writes; the others follow, have commits in their order, and can be held at any
 *    commit
 * @param late the calls whose COMMIT node 0 does not show before all other calls there have ended
 */
public record Placement(List<Integer> nodes, Set<Integer> late) {

    public Placement {
        nodes = List.copyOf(nodes);
        late = Set.copyOf(late);
    }

    /** Returns the placement of all calls at the copy that takes writes. */
    static Placement together(int calls) {
        return new Placement(Collections.nCopies(calls, 0), Set.of());
    }

    /** Returns whether a turn is at a copy that follows. */
    boolean follows(Execution execution, int turn) {
        return node(execution, turn) != 0;
    }

    /** Returns whether a reader can be kept from seeing a commit, since no call at its copy is to return it. */
    boolean isKept(Execution execution, int reader, int writer) {
        int node = node(execution, reader);
        return node == 0
                ? late.contains(execution.turns().get(writer).call())
                : !shows(execution, node, execution.turns().get(writer).call());
    }

    /** Returns whether a call at this copy is to return what another call writes. */
    public boolean shows(Execution execution, int node, int writingCall) {
        int count = execution.turns().size();
        return IntStream.range(0, count)
                .filter(reader -> node(execution, reader) == node)
                .anyMatch(reader -> IntStream.range(0, count)
                        .filter(writer -> execution.turns().get(writer).call() == writingCall)
                        .anyMatch(writer -> execution.has(Conflict.WRITE_READ, writer, reader)));
    }

    private int node(Execution execution, int turn) {
        return nodes.get(execution.turns().get(turn).call());
    }
}
