package moirai.runs.interim;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import moirai.analysis.durability.AcknowledgedAppends;
import moirai.analysis.durability.DurabilityStream;
import moirai.history.History;
import moirai.history.files.HistoryTail;

/**
 * Reads the segments of a history again for each of up to four questions: what final reads show; of registers and
 * counters, who wrote that; what was acknowledged; and, if something was lost, where it is missing.
 *
 * @param directory the one with the segments
 * @param pieceTxns the number of transactions of a piece
 */
record DurabilityPasses(Path directory, int pieceTxns) {

    /**
     * Answers the questions, if there are final reads.
     *
     * @param acknowledged what was acknowledged in segments that are gone, too, if somebody has noted it
     * @param droppedCommitted the number of committed transactions of which nobody has
     */
    void judge(DurabilityStream kept, Optional<AcknowledgedAppends> acknowledged, long droppedCommitted) {
        if (kept.isKnown()) {
            forEachPiece(kept::finalReads);
            if (kept.wantsWrites()) {
                forEachPiece(kept::writes);
            }
            forEachPiece(kept::acknowledged);
            acknowledged.ifPresent(kept::acknowledged);
            kept.dropped(droppedCommitted);
        }
        if (kept.isBroken()) {
            forEachPiece(kept::show);
        }
    }

    private void forEachPiece(Consumer<History> reader) {
        try (HistoryTail again = HistoryTail.open(directory)) {
            again.finish();
            HistoryTail.Piece piece;
            do {
                piece = again.poll(pieceTxns);
                reader.accept(piece.ended());
            } while (!piece.isEnd());
        }
    }
}
