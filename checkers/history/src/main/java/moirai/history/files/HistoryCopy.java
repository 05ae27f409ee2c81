package moirai.history.files;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import moirai.history.History;
import moirai.history.RunHeader;

/** Writes whole histories as segments, for instance those that came from files of other programs. */
public final class HistoryCopy {

    /** The options of copies: segments of a size that readers may decode side by side. */
    private static final HistoryDirectory.Options OPTIONS = new HistoryDirectory.Options(true, 32L << 20);

    private HistoryCopy() {}

    /**
     * Writes a history of any kind. What {@link HistoryReader} makes of the directory is the same in all columns: one
     * writer has all transactions, so their order is kept whatever their times say. Nothing says that a directory was
     * left half-written but the missing end, so callers who need all or nothing write elsewhere and move.
     *
     * @param header is written in place of the history's own
     * @param directory is made where needed, and must not hold segments
     * @throws UncheckedIOException if that fails, or if a disk is full
     */
    public static void write(History history, RunHeader header, Path directory) {
        int marks = (history.isTimed() ? 0 : SegmentFormat.MARK_UNTIMED)
                + (history.isComplete() ? 0 : SegmentFormat.MARK_INCOMPLETE);
        HistoryDirectory copy = HistoryDirectory.create(directory, header, OPTIONS)
                .forWriters(1)
                .marked(marks);
        try (HistoryWriter writer = copy.writer(0)) {
            writer.labels(history.labels());
            history.faults().forEach(writer::fault);
            for (int txn = 0; txn < history.txnCount(); txn++) {
                writer.whole(history, txn);
            }
        }
    }
}
