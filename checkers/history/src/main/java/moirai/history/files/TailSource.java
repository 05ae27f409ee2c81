package moirai.history.files;

import java.util.Collection;

/** A writer, and the transaction of it that was found and is not in a piece yet. */
// Implementation notes.
//
// Which transactions a piece has. Writers advance by the ends of their transactions, not by the starts: a piece takes
// all transactions that ended up to a time, the horizon. So the files of a history that has ended are read as they
// grew. If writers advanced by starts, a transaction of an hour would be taken, with its answers, an hour before the
// plans of those from whom it read. With ends, each writer has at most one transaction that began before the horizon
// and is not taken.
//
// Announced plans. Let R be in a piece, and let A be the transaction that appended an element which R read. Claim: A
// was taken, or its plan is among the open ones of this piece.
//   1. R.end <= horizon. A's BEGIN was handed to the operating system before A was sent, hence before R ended (see
//      SegmentFormat on write-ahead intent).
//   2. A piece is read in two looks. The first takes transactions and fixes the horizon, the latest end among them.
//      The second begins when the first is over: it looks at every file again, also at those that are new, and takes
//      what ended up to the horizon.
//   3. Let R be taken in the first look, or in an earlier piece. A's BEGIN was written before R's END was, so the
//      second look finds it. Let N be the first transaction in A's file that is not taken. If N has not ended, no
//      later one in that file has begun. If N has ended, it did so after the horizon, and later ones began after
//      that, hence after R ended. So A was taken, or A is N, whose plan is shown.
//   4. Let R be taken in the second look, and let X be the transaction whose end is the horizon. X's END was read
//      before that look began. If the look did not find A's BEGIN, it was written later, hence A was sent and R ended
//      after X had ended. But then R is not taken.
// Steps 3 and 4 compare times of different threads: System.nanoTime counts the same for all threads of a process.
// Records TXN have no plans on the disk before them, so for histories with those nothing is claimed.
//
// Order. Within a span of time, transactions are taken by their starts. A piece of several spans is put into order.
//
// Torn tails. What a frame lacks may still be written, so a chain that grows just has nothing more to give. After
// finish() it ends there, with the warning of HistoryReader.
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

    /** Returns those that have ended, in the order in which they are due. */
    static TxnMerge.Heap byStart(TailSource[] all) {
        var heap = new TxnMerge.Heap(all.length);
        int live = 0;
        for (int i = 0; i < all.length; i++) {
            heap.due[i] = all[i].dueNanos();
            if (all[i].hasEnded()) {
                heap.live[live++] = i;
            }
        }
        heap.arrange(live);
        return heap;
    }

    /** Returns the least begin of what may still come; sources that record nothing are not waited for without end. */
    static long unseenNanos(Collection<TailSource> sources, long horizonNanos, long patienceNanos) {
        boolean waits = patienceNanos == Long.MAX_VALUE || horizonNanos < Long.MIN_VALUE + patienceNanos;
        long patientUntilNanos = waits ? Long.MIN_VALUE : horizonNanos - patienceNanos;
        return sources.stream()
                .mapToLong(source -> source.unseenNanos(patientUntilNanos))
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
