package moirai.history.resuming;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.files.HistoryTail;
import moirai.history.keeping.Gone;
import moirai.history.keeping.Manifest;

/**
 * The extent of what a run has recorded: where another part of the run can go on without touching it. Transactions
 * whose segments were dropped count, too.
 *
 * @param txns the number of transactions, unfinished ones included
 * @param lastNanos the latest time of a transaction or fault; 0 if there is none
 * @param nextSession a number that is greater than that of any session
 * @param nextKey a number that is greater than that of any key that a plan names, ranges of scans included
 * @param faults the events of faults, in order of time
 */
public record HistoryExtent(long txns, long lastNanos, long nextSession, long nextKey, List<FaultEvent> faults) {

    /** The number of transactions that are held at a time. */
    private static final int PIECE_TXNS = 65_536;

    public HistoryExtent {
        faults = faults.stream()
                .sorted(Comparator.comparingLong(FaultEvent::nanos))
                .toList();
    }

    /** The extent of a history in which nothing is recorded. */
    public static final HistoryExtent NOTHING = new HistoryExtent(0, 0, 0, 0, List.of());

    /**
     * Reads a history that nobody records any more. O(bytes), with memory for a piece.
     *
     * @param directory the one with the segments
     * @throws moirai.history.HistoryFormatException if it is damaged, if no segment has a header, or if segments were
     *     dropped of which nothing is noted
     */
    public static HistoryExtent of(Path directory) {
        HistoryExtent extent = dropped(directory);
        try (HistoryTail tail = HistoryTail.open(directory)) {
            tail.finish();
            HistoryTail.Piece piece;
            do {
                piece = tail.poll(PIECE_TXNS);
                extent = extent.and(piece.ended());
            } while (!piece.isEnd());
        }
        return extent;
    }

    private static HistoryExtent dropped(Path directory) {
        Manifest manifest = Manifest.of(directory);
        Gone gone = manifest.gone();
        if (!gone.isKnown()) {
            throw new HistoryFormatException(
                    directory.resolve(Manifest.NAME).toString(),
                    "is of an earlier version, which did not note the keys and sessions that it dropped: begin a new"
                            + " run");
        }
        return manifest.isEmpty()
                ? NOTHING
                : new HistoryExtent(gone.txns(), manifest.untilNanos(), gone.nextSession(), gone.nextKey(), List.of());
    }

    private HistoryExtent and(History piece) {
        long last = lastNanos;
        long session = nextSession;
        long key = nextKey;
        for (int txn = 0; txn < piece.txnCount(); txn++) {
            last = Math.max(last, piece.endNanos(txn));
            session = Math.max(session, piece.session(txn) + 1L);
        }
        for (int number = 0; number < piece.keyCount(); number++) {
            key = Math.max(key, piece.keyName(number) + 1);
        }
        for (int op = 0; op < piece.opCount(); op++) {
            if (piece.isScan(op)) {
                key = Math.max(key, piece.scanTo(op) + 1);
            }
        }
        var events = new ArrayList<>(faults);
        for (FaultEvent fault : piece.faults()) {
            events.add(fault);
            last = Math.max(last, fault.nanos());
        }
        return new HistoryExtent(txns + piece.txnCount(), last, session, key, events);
    }
}
