package moirai.directed.search;

/** Which of the executions that have a cycle is shown with it. Never changes which cycles are found. */
public enum Showing {
    /** One that is easy to read, and the same with every solver: some dozens of questions more for each cycle. */
    READABLE,
    /** The first that the solver comes across; with it, where a cycle has several reasons, which of them is named. */
    ANY
}
