package moirai.exploration.search;

/**
 * How a transaction ended.
 *
 * @param isCommitted whether its writes count
 * @param reply what its client was told, or what was thrown
 * @param failure what the program asserted and did not find; empty if all is well
 * @param isLast whether its session has no other transaction
 */
public record TxnEnd(boolean isCommitted, Object reply, String failure, boolean isLast) {}
