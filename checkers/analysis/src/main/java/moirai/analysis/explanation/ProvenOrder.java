package moirai.analysis.explanation;

import java.util.List;
import moirai.analysis.Succession;

/**
 * An order of two versions of a register with its evidence.
 *
 * @param earlierOp the write of the earlier version, or {@link moirai.analysis.registers.RegisterPairs#NONE}
 * @param laterOp the write of the later version, or {@link moirai.analysis.registers.RegisterPairs#NONE}
 * @param ground the edge on which the rule rests; none if it rests on none
 */
public record ProvenOrder(Succession succession, int earlierOp, int laterOp, List<ProvenEdge> ground) {

    public ProvenOrder {
        ground = List.copyOf(ground);
    }
}
