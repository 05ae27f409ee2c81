package moirai.directed.search;

/** The choice of the execution that is shown with a cycle. It never changes which cycles are found. */
public enum Showing {
    /** An execution that is easy to read: one more question for each cycle. */
    READABLE,
    /**
     * The first execution that the solver finds. If a cycle has several reasons, it also decides which of them is
     * named.
     */
    ANY
}
