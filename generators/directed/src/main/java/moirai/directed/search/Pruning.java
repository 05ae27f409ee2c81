package moirai.directed.search;

/**
 * The questions that a search asks before it asks for whole cycles. They never change what is found, only how soon.
 */
public enum Pruning {
    /**
     * The question whether any conflicts close a ring, and then after each edge whether the ring can still be closed.
     */
    RINGS,
    /** No such questions: each combination of edges is asked. For comparison. */
    NONE
}
