package moirai.analysis;

import java.util.List;
import java.util.Optional;

/**
 * The two ops that show why one transaction precedes another. Ops are ids in the history.
 *
 * @param fromOp an op of the first transaction
 * @param toOp an op of the second transaction
 * @param unrecorded the elements of a list between what the two ops saw or did whose appends are not recorded
 */
public record OpPair(int fromOp, int toOp, List<Integer> unrecorded) {

    public OpPair {
        unrecorded = List.copyOf(unrecorded);
    }

    /** Creates a pair with nothing unrecorded in between. */
    public OpPair(int fromOp, int toOp) {
        this(fromOp, toOp, List.of());
    }

    /** A search for pairs in one history, by the rules for what its keys hold. */
    public interface Finder {

        /** Finds the first pair that shows such a dependency; empty if two ops alone do not. */
        Optional<OpPair> find(int from, int to, Dependency dependency);

        /**
         * Decides whether the append is one of several, by several transactions, that nobody read, or on whose order
         * reads disagree.
         */
        default boolean isUnread(int txn, int appendOp) {
            return false;
        }
    }
}
