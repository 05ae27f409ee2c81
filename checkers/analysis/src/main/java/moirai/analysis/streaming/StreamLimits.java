package moirai.analysis.streaming;

/**
 * The limits of a stream.
 *
 * @param patienceTxns how many more transactions arrive before one is released although nobody has read its appends
 * @param patienceNanos after how much time of the history it is released in any case; at low rates it takes minutes
 *    until so many have arrived
 * @param idleTxns how many more transactions arrive before a key that nobody touches is retired
 * @param recentTxns how many released transactions stay in memory at least, for dependencies that lead back to them
 * @param spanTxnsMax how many transactions are read again at most for one such dependency
 */
public record StreamLimits(int patienceTxns, long patienceNanos, int idleTxns, int recentTxns, int spanTxnsMax) {

    /** The time in which somebody reads what was appended, if anybody does, where few keys are used at a time. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    /** The limits that keep the memory of a stream to some hundred megabytes. */
    public static final StreamLimits DEFAULT = new StreamLimits(1_024, 8_192, 131_072, 1_000_000);

    public StreamLimits {
        if (patienceTxns < 0 || patienceNanos < 0 || idleTxns < patienceTxns || recentTxns < 0 || spanTxnsMax < 0) {
            throw new IllegalArgumentException(
                    "a patience of " + patienceTxns + " or " + patienceNanos + " ns, keys idle after " + idleTxns
                            + ", " + recentTxns + " recent transactions, spans of " + spanTxnsMax
                            + "; expected numbers from 0, and keys idle after no less than the patience");
        }
    }

    /** Makes limits with the usual patience in time. */
    public StreamLimits(int patienceTxns, int idleTxns, int recentTxns, int spanTxnsMax) {
        this(patienceTxns, PATIENCE_NANOS, idleTxns, recentTxns, spanTxnsMax);
    }
}
