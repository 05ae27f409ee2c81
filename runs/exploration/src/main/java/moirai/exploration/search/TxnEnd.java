package moirai.exploration.search;

/**
 * How a transaction ended.
 *
 * @param isCommitted whether its writes count
 * @param reply what its client was told, or what was thrown
 * @param failure what the program asserted and did not find; empty if all is well
 * @param isLast whether its session has no other transaction
 */
public record TxnEnd(boolean isCommitted, Object reply, String failure, boolean isLast) {

    /** What was thrown, in a line: of an assertion what it says, of anything else its class as well. */
    public static String text(Throwable thrown) {
        String message = thrown.getMessage();
        return thrown instanceof AssertionError && message != null && !message.isEmpty() ? message : thrown.toString();
    }
}
