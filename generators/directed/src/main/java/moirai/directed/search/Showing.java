package moirai.directed.search;

/** The choice of the execution that is shown with a cycle. It never changes which cycles are found. */
public enum Showing {
    /**
     * An execution that is easy to read: one more question for each cycle. If hundreds of cycles go through the same
     * transactions, they share the first executions that the solver finds instead.
     */
    READABLE,
    /**
     * The first execution that the solver finds. If a cycle has several reasons, it also decides which of them is
     * named.
     */
    ANY
}
