package moirai.history.keeping;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * Drops the segments of a growing history that a policy does not keep. Used by one thread.
 *
 * <p>Knows of segments what their reader says when it has read them to their end: so none goes that the reader has not
 * passed, and never a writer's last one. Cost of a call: O(segments that are kept * protected spans).
 */
// Implementation notes.
//
// Crashes. The judgement of a segment is on the disk, forced and renamed, before the manifest names the segment, and
// that before the segment is deleted. A kill before the rename leaves the manifest before, and all files. A kill after
// it leaves files that readers take for missing; the next keeper of the directory deletes them. So no file is ever
// missing that no manifest names.
//
// Faults and labels are read from the segments of those that recorded them. They are few and explain the rest, so
// segments that hold some stay whatever the policy.
public final class SegmentKeeper {

    /**
     * The time before the completion of an anomaly of which everything stays: longer than transactions usually take.
     */
    public static final long BEFORE_ANOMALY_NANOS = 30_000_000_000L;

    /** The time after an anomaly, and before and after a fault, of which everything stays. */
    public static final long AROUND_NANOS = 5_000_000_000L;

    /** The name of the file that says how what was dropped was judged. */
    public static final String JUDGED = "judged.txt";

    private final Path directory;
    private final Keep.Recent policy;
    private final List<SegmentSpan> kept = new ArrayList<>();
    private Manifest manifest;

    /**
     * Begins to keep a directory, and deletes what an earlier keeper has named and not deleted.
     *
     * @throws IOException if that fails
     */
    public SegmentKeeper(Path directory, Keep.Recent policy) throws IOException {
        this.directory = directory;
        this.policy = policy;
        this.manifest = Manifest.of(directory);
        if (!manifest.isEmpty()) {
            deleteNamed();
        }
    }

    private void deleteNamed() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(directory)) {
            all = files.toList();
        }
        for (Path file : all) {
            Matcher name = SegmentName.PATTERN.matcher(file.getFileName().toString());
            if (name.matches()
                    && manifest.isDropped(
                            Integer.parseInt(name.group("writer")), Integer.parseInt(name.group("segment")))) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Returns the policy. */
    public Keep.Recent policy() {
        return policy;
    }

    /** Returns what was dropped so far. */
    public Manifest manifest() {
        return manifest;
    }

    /** Notes segments that were read to their end. */
    public void passed(List<SegmentSpan> segments) {
        kept.addAll(segments);
    }

    /**
     * A judgement, on which segments are dropped.
     *
     * @param provenNanos the time up to which everything is judged
     * @param neededNanos the time from which everything stays, since later transactions may depend on it
     * @param nextSession a number that is greater than that of any session that the judge has met
     * @param nextKey a number that is greater than that of any key that the judge has met
     * @param note the judgement itself, in lines: what is dropped cannot be judged again
     */
    public record Judged(long provenNanos, long neededNanos, long nextSession, long nextKey, Supplier<String> note) {}

    /**
     * Drops the segments all of whose transactions ended before everything that is still needed, before the time up to
     * which everything is judged, and before the policy's age ago, and that no protected span overlaps. The judgement
     * is on the disk before the first of them goes.
     *
     * @param nowNanos the time on the run's clock
     * @param protectedSpans the spans in which everything stays
     * @return how many segments were dropped
     * @throws IOException if the judgement or the manifest cannot be written, and nothing was dropped, or if a file
     *     cannot be deleted
     */
    public int drop(Judged judged, long nowNanos, List<TimeSpan> protectedSpans) throws IOException {
        long judgedNanos = Math.min(judged.provenNanos(), judged.neededNanos());
        long before = Math.min(judgedNanos, nowNanos - policy.age().toNanos());
        List<SegmentSpan> going = kept.stream()
                .filter(span -> span.lastNanos() < before && !span.contents().hasEvents())
                .filter(span -> protectedSpans.stream().noneMatch(span::overlaps))
                .toList();
        if (going.isEmpty()) {
            return 0;
        }
        NoteFile.write(directory.resolve(JUDGED), judged.note().get());
        Manifest next = manifest.with(going, policy.toString(), judged);
        next.write(directory);
        manifest = next;
        kept.removeIf(Set.copyOf(going)::contains);
        for (SegmentSpan span : going) {
            Files.deleteIfExists(directory.resolve(SegmentName.of(span.writer(), span.segment())));
        }
        return going.size();
    }
}
