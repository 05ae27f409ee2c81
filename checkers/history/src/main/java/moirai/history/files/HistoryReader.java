package moirai.history.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.history.Labels;

/**
 * Reads histories from disk.
 *
 * <p>Writers are merged by the start times of their transactions, equal ones in the order of the writers; the order of
 * each writer is kept whatever its times say. Cost: O(bytes + transactions * log(writers)), with a buffer and a
 * dictionary for each writer besides the history itself.
 */
public final class HistoryReader {

    private static final long NOTATION_BYTES_MAX = 64L << 20;
    /** What some editors put before a text in UTF-8. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private static final String EXPECTED = "expected a directory with segments such as " + SegmentFormat.name(0, 1)
            + ", a run's directory that has" + " them in history/, or a .txt file in history notation";

    private HistoryReader() {}

    /**
     * A history, and what had to be skipped to get it.
     *
     * @param warnings sentences with file, offset and number of bytes; if there are any, the history is not
     *     {@linkplain History#isComplete complete}
     */
    public record Loaded(History history, List<String> warnings) {

        public Loaded {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Reads a directory of segments, the directory of a run, or a {@code .txt} file in {@link HistoryNotation}.
     *
     * @throws HistoryFormatException if there is no readable history; a torn tail is a warning instead
     */
    public static Loaded read(Path path) {
        if (Files.isDirectory(path)) {
            Path inRun = path.resolve("history");
            SegmentListing listing = SegmentListing.of(Files.isDirectory(inRun) ? inRun : path);
            if (listing.isEmpty()) {
                throw new HistoryFormatException(path.toString(), "a directory without segments; " + EXPECTED);
            }
            return readSegments(listing);
        }
        if (!Files.exists(path)) {
            throw new HistoryFormatException(path.toString(), "no such file or directory; " + EXPECTED);
        }
        if (path.toString().endsWith(SegmentFormat.SUFFIX)) {
            throw new HistoryFormatException(
                    path.toString(), "a segment is only part of a history; give the directory that it is in");
        }
        if (!path.toString().endsWith(".txt")) {
            throw new HistoryFormatException(path.toString(), "not a history that can be read; " + EXPECTED);
        }
        return new Loaded(HistoryNotation.parse(path.toString(), text(path)), List.of());
    }

    private static String text(Path path) {
        try {
            if (Files.size(path) > NOTATION_BYTES_MAX) {
                throw new HistoryFormatException(
                        path.toString(),
                        "of " + Files.size(path) + " bytes; notation is read up to " + NOTATION_BYTES_MAX);
            }
            String text = Files.readString(path, StandardCharsets.UTF_8);
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (IOException failed) {
            throw SegmentInput.unreadable(path, failed);
        }
    }

    private static Loaded readSegments(SegmentListing listing) {
        var cursors = new ArrayList<TxnCursor>();
        try {
            listing.lastSegments()
                    .forEach((writer, last) ->
                            cursors.add(new TxnCursor(new WriterChain(listing.directory(), writer, last))));
            SegmentHeader header = header(listing, cursors);
            var history = new HistoryBuilder(header.run());
            if (!header.isTimed()) {
                history.untimed();
            }
            new TxnMerge(cursors, TxnMerge.FEW_WRITERS).addTo(history);
            var warnings = new ArrayList<String>(listing.gaps(header.writerCount()));
            if (!header.isComplete()) {
                warnings.add(listing.directory() + ": a copy of a history of which transactions are missing");
            }
            for (TxnCursor cursor : cursors) {
                cursor.faults().forEach(history::fault);
                warnings.addAll(cursor.chain().warnings());
            }
            history.labels(labels(cursors));
            return new Loaded(history.build(warnings.isEmpty()), warnings);
        } finally {
            cursors.forEach(TxnCursor::close);
        }
    }

    private static SegmentHeader header(SegmentListing listing, List<TxnCursor> cursors) {
        SegmentHeader header = cursors.stream()
                .flatMap(cursor -> cursor.chain().header().stream())
                .findFirst()
                .orElseThrow(() -> new HistoryFormatException(
                        listing.directory().toString(), "no segment has a whole header: nothing was recorded"));
        cursors.forEach(cursor -> cursor.chain().requireSameRun(header));
        return header;
    }

    private static Labels labels(List<TxnCursor> cursors) {
        var keys = new TreeMap<Long, String>();
        var values = new TreeMap<Long, String>();
        for (TxnCursor cursor : cursors) {
            keys.putAll(cursor.keyLabels());
            values.putAll(cursor.valueLabels());
        }
        return Labels.of(keys, values);
    }
}
