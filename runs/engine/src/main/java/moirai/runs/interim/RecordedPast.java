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

    @Override
    public void forEachPart(Consumer<History> parts) {
        read(part -> {
            parts.accept(part);
            return true;
        });
    }

    private Optional<History> some(int txnsMax, BiPredicate<History, Integer> which) {
        var found = new HistoryBuilder(RunHeader.NONE);
        boolean isWhole = read(part -> {
            for (int txn = 0; txn < part.txnCount(); txn++) {
                if (which.test(part, txn)) {
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
     * @return whether all of it was read
     */
    private boolean read(Predicate<History> parts) {
        try (HistoryTail tail = HistoryTail.open(directory)) {
            // The thread that asks is the one that drops.
            if (!Manifest.of(directory).isEmpty()) {
                return false;
            }
            History part = tail.poll(StreamedCheck.PIECE_TXNS).ended();
            while (part.txnCount() > 0) {
                if (!parts.test(part)) {
                    return false;
                }
                part = tail.poll(StreamedCheck.PIECE_TXNS).ended();
            }
            return true;
        } catch (HistoryFormatException unreadable) {
            return false;
        }
    }
}
