package moirai.exploration.program;

/**
 * Signals that a transaction has aborted itself. It is an error, so that {@code catch (Exception)} does not catch it.
 */
public final class TxnAbortedError extends Error {

    private static final long serialVersionUID = 1L;

    /** Creates an error without a stack trace. */
    public TxnAbortedError() {
        super("the transaction was aborted by its body", null, false, false);
    }
}
