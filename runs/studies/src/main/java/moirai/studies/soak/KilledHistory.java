package moirai.studies.soak;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.files.HistoryTail;
import moirai.history.keeping.Gone;
import moirai.history.keeping.Manifest;
import moirai.history.resuming.HistoryExtent;

/**
 * The record of a run when it was killed, and the part of it that is there later.
 *
 * @param extent what is recorded, and what of it was dropped
 * @param acknowledged the number of acknowledged commits, dropped ones included
 * @param acknowledgedHash a sum over those that are on the disk, with what they changed and read
 * @param gone what was dropped by then
 */
record KilledHistory(HistoryExtent extent, long acknowledged, long acknowledgedHash, Gone gone) {

    /** Nothing was recorded. */
    static final KilledHistory NOTHING = new KilledHistory(HistoryExtent.NOTHING, 0, 0, Gone.NOTHING);

    private static final int PIECE_TXNS = 65_536;

    /** The state that later kills have left of this run, and of others. */
    record Left(long lost, long shared) {}

    /** The acknowledged commits of a part on the disk. */
    private record Sum(long count, long hash) {

        Sum and(Sum other) {
            return new Sum(count + other.count, hash + other.hash);
        }
    }

    /**
     * Looks at what is on the disk.
     *
     * @throws moirai.history.HistoryFormatException if it is damaged
     */
    static KilledHistory of(Path history) {
        Gone gone = Manifest.of(history).gone();
        Sum all = sums(history, List.of(), new long[1]).getFirst();
        return new KilledHistory(HistoryExtent.of(history), gone.committed() + all.count(), all.hash(), gone);
    }

    /**
     * Compares what each kill had left with what is there in the end. Where segments were dropped, the number of
     * acknowledged commits decides, and elsewhere all that they did.
     */
    static Left left(Path history, List<KilledHistory> kills) {
        var shared = new long[1];
        List<Sum> parts = sums(history, kills, shared);
        Gone gone = Manifest.of(history).gone();
        long lost = 0;
        var now = new Sum(0, 0);
        for (int i = 0; i < kills.size(); i++) {
            now = now.and(parts.get(i));
            KilledHistory then = kills.get(i);
            boolean isSame = gone.equals(Gone.NOTHING) ? now.hash() == then.acknowledgedHash() : true;
            long missing = then.acknowledged() - now.count() - gone.committed();
            lost += isSame && missing <= 0 ? 0 : Math.max(1, missing);
        }
        return new Left(lost, shared[0]);
    }

    /**
     * Returns the acknowledged commits of each part, and of what comes after the last kill.
     *
     * @param shared is told the number of transactions that use a session, a key or a time of an earlier part
     */
    private static List<Sum> sums(Path history, List<KilledHistory> kills, long[] shared) {
        var parts = new ArrayList<Sum>(Collections.nCopies(kills.size() + 1, new Sum(0, 0)));
        try (HistoryTail tail = HistoryTail.open(history)) {
            tail.finish();
            HistoryTail.Piece piece;
            do {
                piece = tail.poll(PIECE_TXNS);
                for (int txn = 0; txn < piece.ended().txnCount(); txn++) {
                    int part = part(kills, piece.ended().session(txn));
                    parts.set(part, parts.get(part).and(sum(piece.ended(), txn)));
                    shared[0] += part > 0
                                    && isShared(
                                            piece.ended(),
                                            txn,
                                            kills.get(part - 1).extent())
                            ? 1
                            : 0;
                }
            } while (!piece.isEnd());
        }
        return parts;
    }

    private static int part(List<KilledHistory> kills, int session) {
        int part = 0;
        while (part < kills.size() && session >= kills.get(part).extent().nextSession()) {
            part++;
        }
        return part;
    }

    private static Sum sum(History piece, int txn) {
        if (!(piece.outcome(txn) instanceof Outcome.Committed)) {
            return new Sum(0, 0);
        }
        long hash = 0;
        for (int op = piece.firstOp(txn); op < piece.endOp(txn); op++) {
            hash = 31 * hash + piece.op(op).hashCode();
        }
        long mixed = (hash * 31 + piece.session(txn)) * 0x9e3779b97f4a7c15L + piece.startNanos(txn);
        return new Sum(1, mixed ^ (mixed >>> 31));
    }

    private static boolean isShared(History history, int txn, HistoryExtent before) {
        boolean isShared = history.startNanos(txn) <= before.lastNanos();
        for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
            isShared |= history.keyName(history.key(op)) < before.nextKey();
        }
        return isShared;
    }
}
