package moirai.clients.cql;

import moirai.history.DataModel;

/**
 * The options that the sessions of one run share.
 *
 * @param contents what keys hold; counters in collection mode only
 * @param write of changes; of lightweight transactions, of their commit
 * @param read of reads; lightweight transactions read at serial consistency instead
 * @param sessions how many are open at once, at most
 * @param timeoutSeconds after which a request that gets no answer counts as lost
 */
public record CqlOptions(
        DataModel contents, CqlMode mode, Consistency write, Consistency read, int sessions, int timeoutSeconds) {

    /**
     * The default time-out, longer than a node waits for others: two seconds for each round of a lightweight
     * transaction.
     */
    public static final int TIMEOUT_SECONDS_DEFAULT = 10;

    public CqlOptions {
        if (contents == DataModel.COUNTER && mode != CqlMode.COLLECTION) {
            throw new IllegalArgumentException("counters have no transactions of mode " + mode.label() + ": expected "
                    + CqlMode.COLLECTION.label());
        }
        if (!read.isForReads()) {
            throw new IllegalArgumentException("reads at consistency " + read.label() + " do not exist in Cassandra");
        }
        if (sessions < 1) {
            throw new IllegalArgumentException("sessions must be at least 1, not " + sessions);
        }
        if (timeoutSeconds < 1) {
            throw new IllegalArgumentException("the timeout must be at least 1 s, not " + timeoutSeconds + " s");
        }
    }

    /**
     * Returns the same options with reads that ask every replica: what one alone has acknowledged is not lost, though
     * others may answer faster.
     */
    public CqlOptions readingAll() {
        return new CqlOptions(contents, mode, write, Consistency.ALL, sessions, timeoutSeconds);
    }

    /** Returns the same options for so many sessions. */
    public CqlOptions forSessions(int count) {
        return new CqlOptions(contents, mode, write, read, count, timeoutSeconds);
    }
}
