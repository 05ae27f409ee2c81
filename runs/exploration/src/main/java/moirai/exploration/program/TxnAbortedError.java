package moirai.exploration.program;

/** The error that leaves the body of a transaction that aborted itself; {@code catch (Exception)} lets it pass. */
public final class TxnAbortedError extends Error {

    private static final long serialVersionUID = 1L;

    /** Makes an error without a stack trace, which nobody reads. */
    public TxnAbortedError() {
        super("the transaction was aborted by its body", null, false, false);
    }
}
