package moirai.runs.interim;

import it.unimi.dsi.fastutil.longs.LongSet;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
        return some(Long.MAX_VALUE, txnsMax, (history, txn) -> {
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (keys.contains(history.keyName(history.key(op)))) {
                    return true;
                }
            }
            return false;
        });
    }

    @Override
    public Optional<History> between(long fromNanos, long toNanos, int txnsMax) {
        return some(
                toNanos,
                txnsMax,
                (history, txn) -> history.endNanos(txn) >= fromNanos
                        || history.outcome(txn).isIndeterminate());
    }

    @Override
    public void forEachPart(Consumer<History> parts) {
        read(Long.MAX_VALUE, part -> {
            parts.accept(part);
            return true;
        });
    }

    private Optional<History> some(long toNanos, int txnsMax, BiPredicate<History, Integer> which) {
        var found = new HistoryBuilder(RunHeader.NONE);
        boolean isWhole = read(toNanos, part -> {
            for (int txn = 0; txn < part.txnCount(); txn++) {
                if (part.startNanos(txn) <= toNanos && which.test(part, txn)) {
                    if (found.txnCount() == txnsMax) {
                        return false;
                    }
                    found.add(part.txn(txn));
                }
            }
            return true;
        });
        return isWhole ? Optional.of(found.build(false)) : Optional.empty();
    }

    /**
     * Reads the history, if nothing of it was dropped, as long as parts are accepted.
     *
     * @param toNanos what begins later need not be read
     * @return whether all of it was read
     */
    private boolean read(long toNanos, Predicate<History> parts) {
        try (HistoryTail tail = HistoryTail.open(directory)) {
            // The thread that asks is the one that drops.
            if (!Manifest.of(directory).isEmpty()) {
                return false;
            }
            HistoryTail.Piece part = tail.poll(StreamedCheck.PIECE_TXNS);
            while (part.ended().txnCount() > 0) {
                if (!parts.test(part.ended())) {
                    return false;
                }
                if (part.watermarkNanos() > toNanos) {
                    return true;
                }
                part = tail.poll(StreamedCheck.PIECE_TXNS);
            }
            return true;
        } catch (HistoryFormatException unreadable) {
            return false;
        }
    }
}
