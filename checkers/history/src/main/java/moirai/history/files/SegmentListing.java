package moirai.history.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import moirai.history.HistoryFormatException;
import moirai.history.keeping.Manifest;

/**
 * The segments in a directory.
 *
 * @param lastSegments the number of each writer's last segment, by writer; those from the first on exist, or were
 *    dropped
 * @param manifest the segments that were dropped
 */
record SegmentListing(Path directory, SortedMap<Integer, Integer> lastSegments, Manifest manifest) {

    /** Lists a directory, and fails where a segment is missing that was not dropped, but not at the end of a chain. */
    static SegmentListing of(Path directory) {
        return of(directory, true);
    }

    /** Lists a directory of which segments may be missing. */
    static SegmentListing salvaging(Path directory) {
        return of(directory, false);
    }

    private static SegmentListing of(Path directory, boolean isWhole) {
        var found = new TreeMap<Integer, SortedSet<Integer>>();
        for (Path file : segments(directory)) {
            Matcher name = SegmentFormat.NAME.matcher(file.getFileName().toString());
            if (!name.matches()) {
                throw new HistoryFormatException(
                        file.toString(), "not named like a segment, for example " + SegmentFormat.name(3, 1));
            }
            found.computeIfAbsent(Integer.parseInt(name.group("writer")), unseen -> new TreeSet<>())
                    .add(Integer.parseInt(name.group("segment")));
        }
        // Read after the files were listed: what was dropped meanwhile is named.
        Manifest manifest = Manifest.of(directory);
        var lasts = new TreeMap<Integer, Integer>();
        found.forEach((writer, segments) -> {
            if (isWhole) {
                requireAll(directory, writer, segments, manifest);
            }
            lasts.put(writer, segments.last());
        });
        if (isWhole) {
            requireBehindDropped(directory, lasts, manifest);
        }
        return new SegmentListing(directory, lasts, manifest);
    }

    /** Returns the writers whose first segment is there or was dropped; the directory need not exist, and may grow. */
    static Set<Integer> begun(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Set.of();
        }
        var begun = new TreeSet<Integer>();
        segments(directory).stream()
                .map(file -> SegmentFormat.NAME.matcher(file.getFileName().toString()))
                .filter(Matcher::matches)
                .filter(name -> Integer.parseInt(name.group("segment")) == SegmentFormat.FIRST_SEGMENT)
                .forEach(name -> begun.add(Integer.parseInt(name.group("writer"))));
        begun.addAll(Manifest.of(directory).dropped().keySet());
        return begun;
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

    private static void requireAll(Path directory, int writer, SortedSet<Integer> segments, Manifest manifest) {
        int expected = SegmentFormat.FIRST_SEGMENT;
        for (int segment : segments) {
            expected = segment < expected ? expected : manifest.firstKept(writer, expected);
            if (segment > expected) {
                throw new HistoryFormatException(
                        directory.resolve(SegmentFormat.name(writer, expected)).toString(),
                        "missing, although " + SegmentFormat.name(writer, segments.last()) + " is there");
            }
            expected = Math.max(expected, segment + 1);
        }
    }

    private static void requireBehindDropped(Path directory, SortedMap<Integer, Integer> lasts, Manifest manifest) {
        manifest.dropped().forEach((writer, ranges) -> {
            int behind = ranges.lastEntry().getValue().last() + 1;
            if (lasts.getOrDefault(writer, 0) < behind) {
                throw new HistoryFormatException(
                        directory.resolve(SegmentFormat.name(writer, behind)).toString(),
                        "missing, although " + Manifest.NAME + " names only segments before it as dropped");
            }
        });
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
