package moirai.runs.interim;

import it.unimi.dsi.fastutil.longs.LongSet;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiPredicate;
import moirai.analysis.streaming.Past;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.files.HistoryTail;
import moirai.history.keeping.Manifest;

/**
 * The part of a history that is on the disk. Each question reads all of it once, in bounded memory. Of a history of
 * which segments were dropped nothing is told: what is asked for may have been in them.
 */
final class RecordedPast implements Past {

    private final Path directory;

    /** @param directory the one with the segments */
    RecordedPast(Path directory) {
        this.directory = directory;
    }

    @Override
    public Optional<History> ofKeys(LongSet keys, int txnsMax) {
        return some(txnsMax, (history, txn) -> {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (keys.contains(history.keyName(history.key(op)))) {
                    return true;
                }
            }
            return false;
        });
    }

    @Override
    public Optional<History> since(long nanos, int txnsMax) {
        return some(
                txnsMax,
                (history, txn) ->
                        history.endNanos(txn) >= nanos || history.outcome(txn).isIndeterminate());
    }

    private Optional<History> some(int txnsMax, BiPredicate<History, Integer> which) {
        try (HistoryTail tail = HistoryTail.open(directory)) {
            // The thread that asks is the one that drops.
            if (!Manifest.of(directory).isEmpty()) {
                return Optional.empty();
            }
            HistoryTail.Piece piece = tail.poll(StreamedCheck.PIECE_TXNS);
            var found = new HistoryBuilder(tail.header().orElse(RunHeader.NONE));
            while (piece.ended().txnCount() > 0) {
                History ended = piece.ended();
                for (int txn = 0; txn < ended.txnCount(); txn++) {
                    if (which.test(ended, txn)) {
                        if (found.txnCount() == txnsMax) {
                            return Optional.empty();
                        }
                        found.add(ended.txn(txn));
                    }
                }
                piece = tail.poll(StreamedCheck.PIECE_TXNS);
            }
            return Optional.of(found.build(false));
        } catch (HistoryFormatException unreadable) {
            return Optional.empty();
        }
    }
}
