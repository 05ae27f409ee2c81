package moirai.exploration.search;

/**
 * The end of a transaction.
 *
 * @param isCommitted whether it committed
 * @param reply the reply to its client, or the thrown error
 * @param failure the text of a violated assertion; empty if there is none
 * @param isLast whether its session has no further transaction
 */
public record TxnEnd(boolean isCommitted, Object reply, String failure, boolean isLast) {

    /**
     * Returns a thrown error in one line: the message of an assertion, or the class and the message of any other error.
     */
    public static String text(Throwable thrown) {
        String message = thrown.getMessage();
        return thrown instanceof AssertionError && message != null && !message.isEmpty() ? message : thrown.toString();
    }
}
