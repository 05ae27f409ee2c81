package moirai.history.keeping;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.history.HistoryFormatException;

/**
 * A note of the segments of a history that were dropped. A reader treats the segments that are named here as missing,
 * whether their files are still there or not: what a history is does not depend on how far a deletion has come.
 *
 * <pre>
 * moirai segments dropped, version 2
 * policy 2h,anomalies,faults
 * until 39600000000000 proven 39723000000000
 * gone 180000 committed 2300 aborted 40 indeterminate, sessions below 52, keys below 90210
 * writer 3 segments 1 to 14 with 182340 transactions of the writer up to there
 * crc 1f2e3d4c
 * </pre>
 *
 * <p>Version 1 has no line of what is gone.
 *
 * @param policy the policy by which segments were dropped, as it is typed; empty if none were
 * @param untilNanos the latest time of the run's clock in a segment that was dropped
 * @param provenNanos the time of the run's clock up to which everything was judged when the last of them was dropped
 * @param gone what can still be said of the transactions in them
 * @param dropped for each writer the dropped ranges, by their first segment; ranges do not touch
 */
public record Manifest(
        String policy,
        long untilNanos,
        long provenNanos,
        Gone gone,
        SortedMap<Integer, NavigableMap<Integer, Range>> dropped) {

    /** The name of the file. */
    public static final String NAME = "manifest.txt";

    /** The manifest of a history of which nothing was dropped. */
    public static final Manifest NONE =
            new Manifest("", Long.MIN_VALUE, Long.MIN_VALUE, Gone.NOTHING, Collections.emptySortedMap());

    /**
     * Segments that were dropped.
     *
     * @param txnCount the number of transactions that began in these and all earlier segments of the writer
     */
    public record Range(int first, int last, long txnCount) {

        public Range {
            if (first < 1 || last < first || txnCount < 0) {
                throw new IllegalArgumentException(
                        "segments " + first + " to " + last + " with " + txnCount + " transactions");
            }
        }
    }

    public Manifest {
        var copy = new TreeMap<Integer, NavigableMap<Integer, Range>>();
        dropped.forEach(
                (writer, ranges) -> copy.put(writer, Collections.unmodifiableNavigableMap(new TreeMap<>(ranges))));
        dropped = Collections.unmodifiableSortedMap(copy);
    }

    /** Returns whether nothing was dropped. */
    public boolean isEmpty() {
        return dropped.isEmpty();
    }

    /** Returns the range that this segment of a writer is in; empty if it was not dropped. */
    public Optional<Range> rangeOf(int writer, int segment) {
        NavigableMap<Integer, Range> ranges = dropped.getOrDefault(writer, Collections.emptyNavigableMap());
        return Optional.ofNullable(ranges.floorEntry(segment))
                .map(Map.Entry::getValue)
                .filter(range -> range.last() >= segment);
    }

    /** Returns whether this segment of a writer was dropped. */
    public boolean isDropped(int writer, int segment) {
        return rangeOf(writer, segment).isPresent();
    }

    /** Returns the number of the writer's first segment from this one on that was not dropped. */
    public int firstKept(int writer, int from) {
        return rangeOf(writer, from).map(range -> range.last() + 1).orElse(from);
    }

    /** Returns a manifest that names these segments as well. */
    Manifest with(List<SegmentSpan> more, String byPolicy, SegmentKeeper.Judged judged) {
        var ranges = new TreeMap<Integer, NavigableMap<Integer, Range>>();
        dropped.forEach((writer, known) -> ranges.put(writer, new TreeMap<>(known)));
        long until = untilNanos;
        for (SegmentSpan span : more) {
            until = Math.max(until, span.lastNanos());
            put(ranges.computeIfAbsent(span.writer(), unseen -> new TreeMap<>()), span);
        }
        return new Manifest(
                byPolicy,
                until,
                Math.max(provenNanos, judged.provenNanos()),
                gone.and(more, judged.nextSession(), judged.nextKey()),
                ranges);
    }

    private static void put(NavigableMap<Integer, Range> ranges, SegmentSpan span) {
        int first = span.segment();
        int last = span.segment();
        long txns = span.contents().txnsUpTo();
        Map.Entry<Integer, Range> below = ranges.floorEntry(first);
        if (below != null && below.getValue().last() == first - 1) {
            first = below.getValue().first();
        }
        Range above = ranges.remove(last + 1);
        if (above != null) {
            last = above.last();
            txns = above.txnCount();
        }
        ranges.put(first, new Range(first, last, txns));
    }

    /** Returns the sentence that warns readers of what is missing. */
    public String warning() {
        return "segments up to " + written(untilNanos) + " were dropped by --keep " + policy
                + " after everything up to " + written(provenNanos)
                + " had been judged; this is the part that was kept";
    }

    /** Returns a time of the run's clock for people, as in "11 h 2 m 3 s". */
    public static String written(long nanos) {
        var time = Duration.ofNanos(Math.max(0, nanos));
        long hours = time.toHours();
        return (hours > 0 ? hours + " h " : "")
                + (time.toMinutes() > 0 ? time.toMinutesPart() + " m " : "")
                + time.toSecondsPart() + " s";
    }

    /**
     * Reads the manifest of a directory of segments; {@link #NONE} if there is none.
     *
     * @throws HistoryFormatException if it is damaged
     */
    public static Manifest of(Path directory) {
        Path file = directory.resolve(NAME);
        return NoteFile.read(file)
                .map(text -> ManifestText.parse(file.toString(), text))
                .orElse(NONE);
    }

    /** Writes the manifest in place of the one before. */
    void write(Path directory) throws IOException {
        NoteFile.write(directory.resolve(NAME), ManifestText.of(this));
    }
}
