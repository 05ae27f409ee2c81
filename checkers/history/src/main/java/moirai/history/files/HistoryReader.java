package moirai.history.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryFormatException;
import moirai.history.HistoryNotation;
import moirai.history.Labels;
import moirai.history.keeping.Manifest;

/**
 * Reads histories from disk.
 *
 * <p>Writers are merged by the start times of their transactions, equal ones in the order of the writers; the order of
 * each writer is kept whatever its times say. Cost: O(bytes + transactions * log(writers)), with a buffer and a
 * dictionary for each writer besides the history itself.
 */
public final class HistoryReader {

    private static final int NOTATION_BYTES_MAX = 64 << 20;
    /** The byte order mark that some editors put before a text in UTF-8. */
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private static final String EXPECTED = "expected a directory with segments such as " + SegmentFormat.name(0, 1)
            + ", a run's directory that has them in history/, a .txt file in history notation,"
            + " or a file of another tool";

    private HistoryReader() {}

    /**
     * A history, and what had to be skipped to get it.
     *
     * @param warnings sentences with file, offset and number of bytes; if there are any, the history is not {@linkplain
     *    History#isComplete complete}
     * @param displaced why others may have written to the run's data, so that nothing follows from the history; empty
     *    if they cannot
     */
    public record Loaded(History history, List<String> warnings, String displaced) {

        public Loaded {
            warnings = List.copyOf(warnings);
        }

        /** Makes the result for a history that only its run wrote to. */
        public Loaded(History history, List<String> warnings) {
            this(history, warnings, "");
        }
    }

    /**
     * Reads a directory of segments, the directory of a run, or a {@code .txt} file in {@link HistoryNotation}.
     *
     * @throws HistoryFormatException if there is no readable history; a torn tail is a warning instead
     */
    public static Loaded read(Path path) {
        if (Files.isDirectory(path)) {
            SegmentListing listing = requireSegments(path, SegmentListing.of(inRun(path)));
            return readSegments(listing, WriterChain::new, false, Integer.MAX_VALUE);
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
        return notation(path);
    }

    /**
     * Reads what is whole of a directory of segments, or of the directory of a run, of which parts are damaged or
     * missing. Of a segment that is what stands before the damage. A transaction whose end is lost is unfinished.
     *
     * @return the history, with a warning for each loss; without any it is what {@link #read} gives
     * @throws HistoryFormatException if nothing is whole
     */
    public static Loaded salvage(Path path) {
        if (!Files.isDirectory(path)) {
            throw new HistoryFormatException(
                    path.toString(), "no directory; expected one with segments, or that of a run");
        }
        SegmentListing listing = requireSegments(path, SegmentListing.salvaging(inRun(path)));
        return readSegments(listing, WriterChain::salvaging, false, Integer.MAX_VALUE);
    }

    private static Path inRun(Path path) {
        Path inRun = path.resolve("history");
        return Files.isDirectory(inRun) ? inRun : path;
    }

    private static SegmentListing requireSegments(Path path, SegmentListing listing) {
        if (listing.isEmpty()) {
            throw new HistoryFormatException(path.toString(), "a directory without segments; " + EXPECTED);
        }
        return listing;
    }

    /** Opens the segments of a writer. */
    private interface Chains {
        WriterChain open(Path directory, int writer, int lastSegment, Manifest manifest);
    }

    /**
     * Reads what has ended so far of a history that may still be recorded: of each writer the transactions whose end is
     * recorded, with the outcomes that they keep. The reader's record may be there before the writer's: the history is
     * never {@linkplain History#isComplete complete}, so a read of what nobody is known to have added proves nothing.
     * Transactions that are under way are left out, since nobody knows yet how they end.
     *
     * @param directory the one with the segments
     * @param txnsMax about how many transactions are read at most, the earliest
     * @throws HistoryFormatException if nothing was recorded yet; or, seldom, because a writer went on to its next
     *     segment in between: then a later call succeeds
     */
    public static History readEnded(Path directory, int txnsMax) {
        SegmentListing listing = SegmentListing.of(directory);
        return readSegments(listing, WriterChain::new, true, txnsMax).history();
    }

    /**
     * Reads a directory of segments, or that of a run, piece by piece, with memory for one piece, and a buffer and a
     * dictionary for each writer. All pieces together have what {@link #read} gives, and their transactions follow each
     * other in its order. Only unfinished transactions differ: they end with the latest time of their piece.
     *
     * @param txnsMax about how many transactions a piece has at most
     * @param pieces takes each piece, which has the faults and labels that were met with it, and is never {@linkplain
     *    History#isComplete complete}
     * @return what {@link #read} gives, with all faults and labels and without the transactions
     * @throws HistoryFormatException as {@link #read} does
     */
    public static Loaded readInPieces(Path path, int txnsMax, Consumer<History> pieces) {
        SegmentListing listing = requireSegments(path, SegmentListing.of(inRun(path)));
        var cursors = new ArrayList<TxnCursor>();
        try {
            listing.lastSegments()
                    .forEach((writer, last) -> cursors.add(TxnCursor.ofHistories(
                            new WriterChain(listing.directory(), writer, last, listing.manifest()))));
            RunParts parts = parts(listing, cursors);
            HistoryBuilder rest = begin(parts.header());
            var merge = new TxnMerge(cursors, TxnMerge.FEW_WRITERS).inPieces();
            boolean hasMore = true;
            Labels labels = Labels.NONE;
            for (int txns = 0, ops = 0; hasMore; ) {
                cursors.forEach(TxnCursor::startHistory);
                HistoryBuilder piece = begin(parts.header()).reserve(txns, ops);
                hasMore = merge.addTo(piece, txnsMax);
                addEvents(cursors, piece);
                History built = piece.build(false);
                built.faults().forEach(rest::fault);
                labels = labels.and(built.labels());
                txns = built.txnCount();
                ops = built.opCount();
                pieces.accept(built);
            }
            rest.labels(labels);
            List<String> warnings = warnings(listing, parts, cursors);
            return new Loaded(rest.build(warnings.isEmpty()), warnings, displaced(listing.directory()));
        } finally {
            cursors.forEach(TxnCursor::close);
        }
    }

    private static HistoryBuilder begin(SegmentHeader header) {
        var history = new HistoryBuilder(header.run());
        return header.isTimed() ? history : history.untimed();
    }

    private static void addEvents(List<TxnCursor> cursors, HistoryBuilder history) {
        cursors.forEach(cursor -> cursor.faults().forEach(history::fault));
        history.labels(labels(cursors));
    }

    private static Loaded notation(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return notation(path.toString(), in, false);
        } catch (IOException failed) {
            throw SegmentInput.unreadable(path, failed);
        }
    }

    /**
     * Reads a text in {@link HistoryNotation} to its end, of at most 64 MiB.
     *
     * @param source the name of the text in errors
     * @param ignoresTimes whether the history has no times, whatever the text says
     * @throws HistoryFormatException if it is no such text
     */
    public static Loaded notation(String source, InputStream in, boolean ignoresTimes) throws IOException {
        byte[] bytes = in.readNBytes(NOTATION_BYTES_MAX + 1);
        if (bytes.length > NOTATION_BYTES_MAX) {
            throw new HistoryFormatException(
                    source, "a text of more than " + NOTATION_BYTES_MAX + " bytes; notation is read up to that");
        }
        String text = text(source, bytes);
        String whole = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        return new Loaded(HistoryNotation.parse(source, whole, ignoresTimes), List.of());
    }

    private static String text(String source, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw new HistoryFormatException(source, "holds bytes that are no text in UTF-8; expected one");
        }
    }

    private static Loaded readSegments(SegmentListing listing, Chains chains, boolean endedOnly, int txnsMax) {
        var cursors = new ArrayList<TxnCursor>();
        try {
            listing.lastSegments()
                    .forEach((writer, last) -> cursors.add(new TxnCursor(
                            chains.open(listing.directory(), writer, last, listing.manifest()), endedOnly)));
            RunParts parts = parts(listing, cursors);
            HistoryBuilder history = begin(parts.header());
            new TxnMerge(cursors, TxnMerge.FEW_WRITERS).addTo(history, txnsMax);
            addEvents(cursors, history);
            List<String> warnings = warnings(listing, parts, cursors);
            History read = history.build(warnings.isEmpty() && !endedOnly);
            return new Loaded(read, warnings, displaced(listing.directory()));
        } finally {
            cursors.forEach(TxnCursor::close);
        }
    }

    /** Returns what is missing in a history whose writers were read to the end. */
    static List<String> warnings(SegmentListing listing, RunParts parts, Collection<TxnCursor> cursors) {
        var warnings = new ArrayList<String>(listing.gaps(parts.writerCount()));
        if (!parts.header().isComplete()) {
            warnings.add(listing.directory() + ": a copy of a history of which transactions are missing");
        }
        String displaced = displaced(listing.directory());
        if (!displaced.isEmpty()) {
            warnings.add(listing.directory() + ": " + displaced);
        }
        // Of a history that was read while it grew, all may have been read that was dropped since.
        if (cursors.stream().anyMatch(cursor -> cursor.chain().hasSkipped())) {
            warnings.add(listing.directory() + ": "
                    + Manifest.of(listing.directory()).warning());
        }
        warnings.addAll(parts.warnings(chains(cursors)));
        return warnings;
    }

    /** Returns why nothing follows from a history, if others may have written to the run's data; otherwise empty. */
    static String displaced(Path directory) {
        Path note = directory.resolve(HistoryDirectory.DISPLACED);
        if (!Files.exists(note)) {
            return "";
        }
        try {
            String why = Files.readString(note).strip();
            // An empty note, as a full disk leaves, says so all the same.
            return why.isEmpty() ? "others may have written to what this history is of" : why;
        } catch (IOException unreadable) {
            throw SegmentInput.unreadable(note, unreadable);
        }
    }

    /** Returns the parts that all writers tell of; fails if no writer has a header, or if they are of several runs. */
    static RunParts parts(SegmentListing listing, Collection<TxnCursor> cursors) {
        return RunParts.of(chains(cursors))
                .orElseThrow(() -> new HistoryFormatException(
                        listing.directory().toString(), "no segment has a whole header: nothing was recorded"));
    }

    static List<WriterChain> chains(Collection<TxnCursor> cursors) {
        return cursors.stream().map(TxnCursor::chain).toList();
    }

    /** Returns the labels that the cursors have met. */
    static Labels labels(Collection<TxnCursor> cursors) {
        var keys = new TreeMap<Long, String>();
        var values = new TreeMap<Long, String>();
        for (TxnCursor cursor : cursors) {
            keys.putAll(cursor.keyLabels());
            values.putAll(cursor.valueLabels());
        }
        return Labels.of(keys, values);
    }
}
