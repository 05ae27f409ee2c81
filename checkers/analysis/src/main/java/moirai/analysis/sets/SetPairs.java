package moirai.analysis.sets;

import java.util.Optional;
import moirai.analysis.Dependency;
import moirai.analysis.OpPair;
import moirai.history.History;

/** Finds the read and the add on sets that order two transactions. */
public final class SetPairs implements OpPair.Finder {

    private final SetInference inference;
    private final History history;

    /** Prepares for a history. O(ops + elements of lists). */
    public SetPairs(History history) {
        this.inference = new SetInference(history);
        this.history = history;
    }

    /** {@inheritDoc} O(ops of both transactions squared × log). */
    @Override
    public Optional<OpPair> find(int from, int to, Dependency dependency) {
        for (int fromOp = history.firstOp(from); fromOp < history.endOp(from); fromOp++) {
            for (int toOp = history.firstOp(to); toOp < history.endOp(to); toOp++) {
                boolean isShown = switch (dependency) {
                    case WRITE_READ ->
                        isPair(fromOp, toOp)
                                && inference.contains(toOp, history.element(fromOp))
                                && inference.adder(history.key(fromOp), history.element(fromOp)) == from;
                    case READ_WRITE -> isPair(toOp, fromOp) && !inference.contains(fromOp, history.element(toOp));
                    case WRITE_WRITE, PREDICATE_READ_WRITE, PROCESS, REALTIME, READ_READ -> false;
                };
                if (isShown) {
                    return Optional.of(new OpPair(fromOp, toOp));
                }
            }
        }
        return Optional.empty();
    }

    private boolean isPair(int addOp, int readOp) {
        return history.isAppend(addOp) && inference.isRead(readOp) && history.key(addOp) == history.key(readOp);
    }
}
