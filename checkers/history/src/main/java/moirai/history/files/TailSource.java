package moirai.history.files;

/** A writer, and the transaction of it that was found and is not in a piece yet. */
final class TailSource {

    final TxnCursor cursor;
    boolean isReady;
    /** Whether the transaction was shown in a piece as open. */
    boolean isShown;
    /** The session of the transaction before, or -1. */
    private int session = -1;
    /** The latest start in this piece. */
    private long latestStartNanos = Long.MIN_VALUE;

    TailSource(TxnCursor cursor) {
        this.cursor = cursor;
    }

    void startHistory() {
        cursor.startHistory();
        latestStartNanos = Long.MIN_VALUE;
    }

    /** Notes that the transaction was added to a piece; returns when it was due there. */
    long taken(TxnMerge.SessionOwners owners) {
        if (cursor.session() != session) {
            owners.claim(cursor);
            session = cursor.session();
        }
        latestStartNanos = dueNanos();
        isReady = false;
        isShown = false;
        return latestStartNanos;
    }

    /** Returns when the transaction is due: at its start, or at a later start of one before it in this piece. */
    long dueNanos() {
        return Math.max(latestStartNanos, cursor.startNanos());
    }

    /** Looks for the next transaction, if there is none. */
    void look() {
        isReady = isReady || cursor.advance();
    }

    /** Returns whether there is a transaction whose end was recorded. */
    boolean hasEnded() {
        return isReady && !cursor.isUnfinished();
    }

    /** Returns whether a transaction is known to have begun of which the plan is known. */
    boolean isOpen() {
        return isReady ? !cursor.isWhole() : cursor.isRunning();
    }

    boolean isOver() {
        return cursor.chain().isEnded() && (!isReady || cursor.isUnfinished());
    }

    /** Returns when the transactions begin, at the earliest, that come behind the open one. */
    long unseenNanos(long patientUntilNanos) {
        if (isOver()) {
            return Long.MAX_VALUE;
        }
        if (isReady) {
            return cursor.isWhole() ? cursor.startNanos() : cursor.endNanos();
        }
        return Math.max(cursor.latestNanos(), patientUntilNanos);
    }
}
