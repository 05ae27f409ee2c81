package moirai.directed.causes;

/** What a transaction does that lets anomalies occur. Statements are named by their labels outside of loops. */
public sealed interface Cause {

    /** Returns the name of the transaction. */
    String txn();

    /** A transaction that writes goes on with what a statement read, though another one has changed that since. */
    record StaleRead(String txn, String read) implements Cause {}

    /**
     * The statements of a transaction find the rows as they were at several times, and others write in between: it
     * writes nothing that could be wrong, or a later statement finds an older state.
     */
    record SplitReads(String txn) implements Cause {}

    /** Others see or order the statements of a transaction one by one, and not as a whole. */
    record SplitWrites(String txn) implements Cause {}
}
