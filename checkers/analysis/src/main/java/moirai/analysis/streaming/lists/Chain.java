package moirai.analysis.streaming.lists;

/**
 * The spans of ranks in which cycles of one kind lie, and how far they were judged. Where every window adds to a span
 * it is judged again whenever as much was released as it had then, and at the end: so all that costs is a few times
 * what the transactions cost.
 */
final class Chain {

    private final Spans spans = new Spans();

    /** The begin of a span that was not judged since it grew; {@link Long#MAX_VALUE} if there is none. */
    private long owedFrom = Long.MAX_VALUE;
    /** The begin of the span that was judged last, how many transactions it had, and how many were released since. */
    private long judgedFrom = Long.MIN_VALUE;

    private long judgedTxns;
    private long releasedSince;

    /** Notes how many transactions were released. */
    void release(int count) {
        releasedSince += count;
    }

    /** Adds a span that was judged. */
    void add(long first, long last) {
        spans.add(first, last);
    }

    /** Adds a span that is to be judged, with all that it shares a rank with. */
    void owe(long first, long last) {
        spans.add(first, last);
        owedFrom = Math.min(owedFrom, first);
    }

    /** Returns where the span begins that a rank is in, or the rank itself. */
    long begin(long rank) {
        return Math.min(owedFrom, spans.begin(rank));
    }

    /** Returns whether a cycle may lead through two ranks, of which the first one is no greater. */
    boolean contains(long first, long last) {
        return spans.contain(first, last);
    }

    /** Returns whether a cycle may lead through a rank, or through a greater one. */
    boolean reaches(long rank) {
        return isOwed() || spans.reach(rank);
    }

    /** Returns whether a span was not judged since it grew. */
    boolean isOwed() {
        return owedFrom < Long.MAX_VALUE;
    }

    /** Returns from which rank on all has to be judged, if {@link #isOwed}. */
    long owedFrom() {
        owedFrom = isOwed() ? spans.begin(owedFrom) : owedFrom;
        return owedFrom;
    }

    /** Returns whether so little was released since the span was judged last that it can wait. */
    boolean canWait() {
        return owedFrom() <= judgedFrom && releasedSince < judgedTxns;
    }

    /** Notes that nothing would follow from what is owed. */
    void forgive() {
        owedFrom = Long.MAX_VALUE;
    }

    /** Notes that what was owed is judged. */
    void judged(int txns) {
        judgedFrom = owedFrom;
        judgedTxns = txns;
        releasedSince = 0;
        owedFrom = Long.MAX_VALUE;
    }
}
