package moirai.exploration.program;

/** Leaves the body of a transaction that aborted itself. An error, so that {@code catch (Exception)} lets it pass. */
public final class TxnAbortedError extends Error {

    private static final long serialVersionUID = 1L;

    /** Without a stack trace: nobody reads it. */
    public TxnAbortedError() {
        super("the transaction was aborted by its body", null, false, false);
    }
}
