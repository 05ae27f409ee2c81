package moirai.directed.search;

/** What a search asks before it asks for whole cycles. Never changes what is found, only how soon. */
public enum Pruning {
    /** First whether any conflicts close a ring, then after each edge whether the ring can still be closed. */
    RINGS,
    /** Nothing: each combination of edges is a question. For comparison. */
    NONE
}
