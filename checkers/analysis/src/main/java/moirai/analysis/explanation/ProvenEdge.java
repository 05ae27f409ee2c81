package moirai.analysis.explanation;

import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;

/** An edge of a cycle with its evidence. Transactions are ids in the history. */
public record ProvenEdge(int from, int to, Dependency dependency, EdgeEvidence evidence) {

    /** Returns the two ops that show the edge; empty for the orders of sessions and real time. */
    public Optional<OpPair> ops() {
        return evidence instanceof EdgeEvidence.OfOps shown ? Optional.of(shown.ops()) : Optional.empty();
    }
}
