package moirai.directed.search;

/** The choice of the execution that is shown with a cycle. It never changes which cycles are found. */
public enum Showing {
    /** An execution that is easy to read, and the same with every solver: some dozens of questions for each cycle. */
    READABLE,
    /**
     * The same, until it has cost much for one combination of transactions: then the first execution that is found.
     * Combinations of short transactions never cost as much.
     */
    MOSTLY_READABLE,
    /**
     * The first execution that the solver finds. If a cycle has several reasons, it also decides which of them is
     * named.
     */
    ANY
}
