package moirai.history.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import moirai.history.HistoryFormatException;

/**
 * The segments in a directory.
 *
 * @param lastSegments the number of each writer's last segment, by writer; those from the first on exist
 */
record SegmentListing(Path directory, SortedMap<Integer, Integer> lastSegments) {

    /** Lists a directory, and fails where a segment is missing between two others or at the start. */
    static SegmentListing of(Path directory) {
        var counts = new TreeMap<Integer, Integer>();
        var lasts = new TreeMap<Integer, Integer>();
        for (Path file : segments(directory)) {
            Matcher name = SegmentFormat.NAME.matcher(file.getFileName().toString());
            if (!name.matches()) {
                throw new HistoryFormatException(
                        file.toString(), "not named like a segment, for example " + SegmentFormat.name(3, 1));
            }
            int writer = Integer.parseInt(name.group("writer"));
            counts.merge(writer, 1, Integer::sum);
            lasts.merge(writer, Integer.parseInt(name.group("segment")), Math::max);
        }
        lasts.forEach((writer, last) -> requireAll(directory, writer, last, counts.getOrDefault(writer, 0)));
        return new SegmentListing(directory, lasts);
    }

    /** Returns the writers that have a first segment; the directory need not exist, and may be written to. */
    static List<Integer> begun(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        return segments(directory).stream()
                .map(file -> SegmentFormat.NAME.matcher(file.getFileName().toString()))
                .filter(Matcher::matches)
                .filter(name -> Integer.parseInt(name.group("segment")) == SegmentFormat.FIRST_SEGMENT)
                .map(name -> Integer.parseInt(name.group("writer")))
                .toList();
    }

    private static List<Path> segments(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SegmentFormat.SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw SegmentInput.unreadable(directory, failed);
        }
    }

    private static void requireAll(Path directory, int writer, int last, int count) {
        for (int segment = SegmentFormat.FIRST_SEGMENT; segment <= last && count < last; segment++) {
            Path file = directory.resolve(SegmentFormat.name(writer, segment));
            if (!Files.exists(file)) {
                throw new HistoryFormatException(
                        file.toString(), "missing, although " + SegmentFormat.name(writer, last) + " is there");
            }
        }
        if (count != last) {
            throw new HistoryFormatException(
                    directory.toString(), "has " + count + " segments of writer " + writer + ", numbered to " + last);
        }
    }

    boolean isEmpty() {
        return lastSegments.isEmpty();
    }

    /**
     * Returns what is missing: writers count from 0, so a gap is a writer that was lost or never began.
     *
     * @param writerCount how many there should be, or 0 if unknown
     */
    List<String> gaps(int writerCount) {
        var gaps = new ArrayList<String>();
        int expected = 0;
        for (int writer : lastSegments.keySet()) {
            if (writer > expected) {
                gaps.add(gap(expected, writer - 1, "writer " + writer + " has some"));
            }
            expected = writer + 1;
        }
        if (expected < writerCount) {
            gaps.add(gap(expected, writerCount - 1, "the history has " + writerCount + " writers"));
        }
        return gaps;
    }

    private String gap(int first, int last, String although) {
        return directory + ": no segments of writer " + first + (last > first ? " to " + last : "") + ", although "
                + although + "; what they recorded is missing";
    }
}
