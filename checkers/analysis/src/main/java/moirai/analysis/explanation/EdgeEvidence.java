package moirai.analysis.explanation;

import moirai.analysis.OpPair;
import moirai.analysis.Succession;

/** The evidence for an edge: why its first transaction precedes its second. */
public sealed interface EdgeEvidence {

    /** One session ran both transactions, the first one earlier. */
    record InSession(int session) implements EdgeEvidence {}

    /** The first transaction ended before the second began. */
    record InRealtime(long endNanos, long gapNanos) implements EdgeEvidence {}

    /** Evidence that an op of each transaction shows. */
    sealed interface OfOps extends EdgeEvidence {

        /** Returns the op of the first transaction and the op of the second. */
        OpPair ops();
    }

    /** The second transaction appended to a list after the first had. */
    record Followed(OpPair ops) implements OfOps {}

    /** The second transaction read what the first had written. */
    record Seen(OpPair ops) implements OfOps {}

    /** The second transaction read what the first had written, and nobody was ever to see that. */
    record Leaked(OpPair ops) implements OfOps {}

    /** The first transaction read a key without what the second wrote to it. */
    record Missed(OpPair ops) implements OfOps {}

    /**
     * The first transaction scanned a range and did not find the list to which the second appended.
     *
     * @param isUnread whether nobody read the append, or reads disagree on it, so that its place is not known
     */
    record NotFound(OpPair ops, boolean isUnread) implements OfOps {}

    /** The first transaction wrote or read a version of a register that precedes the one that the second wrote. */
    record Overwritten(OpPair ops, Succession order) implements OfOps {}

    /** Both transactions read the same value of a counter, which the second incremented. */
    record ReadAlike(OpPair ops) implements OfOps {}

    /** The second transaction read a later value of a counter that only ever grows or only ever shrinks. */
    record ReadLater(OpPair ops) implements OfOps {}
}
