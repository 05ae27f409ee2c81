package moirai.history.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.history.RunHeader;
import moirai.history.keeping.Keep;

/** A directory into which one run records. Any thread may ask it for a writer. */
public final class HistoryDirectory {

    /** The name of the file with the note that others may have written. */
    static final String DISPLACED = "displaced.txt";

    private final Path path;
    private final SegmentHeader header;
    private final Options options;
    /** The number of writers of earlier parts of the run. */
    private final int writersBefore;

    private HistoryDirectory(Path path, SegmentHeader header, Options options, int writersBefore) {
        this.path = path;
        this.header = header;
        this.options = options;
        this.writersBefore = writersBefore;
    }

    /**
     * Options of the writers.
     *
     * @param buffered whether to hand transactions to the operating system 64 KiB at a time instead of one by one. A
     *    buffered history loses intents when its process is killed, so this is for simulations
     * @param segmentBytesMax the size from which a segment is followed by another
     * @param segmentNanosMax the time on the run's clock after which a segment is followed by another
     */
    public record Options(boolean buffered, long segmentBytesMax, long segmentNanosMax) {

        /** The options for databases: every intent is with the operating system before its transaction is sent. */
        public static final Options LIVE = new Options(false, 256L << 20);

        /** The options for histories that can be made again from their seed. */
        public static final Options SIMULATION = new Options(true, 256L << 20);

        public Options {
            if (segmentBytesMax < 1 || segmentNanosMax < 1) {
                throw new IllegalArgumentException(
                        "segments of at most " + segmentBytesMax + " bytes and " + segmentNanosMax + " ns");
            }
        }

        /** Makes options for segments that may take any time. */
        public Options(boolean buffered, long segmentBytesMax) {
            this(buffered, segmentBytesMax, Long.MAX_VALUE);
        }

        /** Returns the same options, with segments that suit the policy by which they are dropped. */
        public Options with(Keep keep) {
            return new Options(
                    buffered,
                    segmentBytesMax,
                    keep.segmentSpan().map(Duration::toNanos).orElse(segmentNanosMax));
        }
    }

    /** Makes a directory for a run against a database. See {@link #create(Path, RunHeader, Options)}. */
    public static HistoryDirectory create(Path path, RunHeader header) {
        return create(path, header, Options.LIVE);
    }

    /**
     * Makes the directory and its parents where needed.
     *
     * @throws UncheckedIOException if that fails, or if it holds segments already
     */
    public static HistoryDirectory create(Path path, RunHeader header, Options options) {
        try {
            Files.createDirectories(path);
            try (Stream<Path> files = Files.list(path)) {
                if (files.anyMatch(file -> file.toString().endsWith(SegmentFormat.SUFFIX))) {
                    throw new FileAlreadyExistsException(path.toString(), null, "holds a history already");
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new HistoryDirectory(path, new SegmentHeader(header, 0, 0), options, 0);
    }

    /**
     * Returns the directory of a run of which nobody records anything any more, for another part of the run. Its
     * writers number from 0 for those who open them, and on the disk behind all writers that there are. Nothing that is
     * there is changed.
     *
     * @param path the directory with the segments, which is made where needed
     * @param header the run's, for a history of which no header is on the disk; otherwise that of the history stays
     * @throws UncheckedIOException if the directory cannot be made
     * @throws moirai.history.HistoryFormatException if there are segments that are of no history
     */
    public static HistoryDirectory resume(Path path, RunHeader header, Options options) {
        try {
            Files.createDirectories(path);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        SegmentListing listing = SegmentListing.of(path);
        var chains = new ArrayList<WriterChain>();
        try {
            listing.lastSegments()
                    .forEach((writer, last) -> chains.add(new WriterChain(path, writer, last, listing.manifest())));
            Optional<RunParts> parts = RunParts.of(chains);
            int numbered = listing.isEmpty() ? 0 : listing.lastSegments().lastKey() + 1;
            // A part may have been killed before all of its writers had a file.
            int writers = Math.max(numbered, parts.map(RunParts::writerCount).orElse(0));
            SegmentHeader known = parts.map(RunParts::header).orElse(new SegmentHeader(header, 0, 0));
            return new HistoryDirectory(path, known, options, writers);
        } finally {
            chains.forEach(WriterChain::close);
        }
    }

    /** Returns the header that all parts of the run share. */
    public RunHeader header() {
        return header.run();
    }

    /** Returns the number of writers of earlier parts of the run; 0 in its first part. */
    public int writersBefore() {
        return writersBefore;
    }

    public Path path() {
        return path;
    }

    /**
     * Notes in a directory of segments that others may have written to the run's data, so that all readers are warned.
     *
     * @param why one sentence
     * @throws UncheckedIOException if that fails
     */
    public static void displaced(Path directory, String why) {
        try {
            Files.writeString(directory.resolve(DISPLACED), why + "\n");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Returns the same directory, for a part of the run with this many writers: readers notice if the files of one are
     * missing. Must be called before the first writer is opened.
     */
    public HistoryDirectory forWriters(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a history of " + count + " writers; expected one or more");
        }
        return new HistoryDirectory(path, header.forWriters(writersBefore + count), options, writersBefore);
    }

    /** Returns the same directory, for a copy of a history that has no times or is not complete. */
    HistoryDirectory marked(int marks) {
        return new HistoryDirectory(
                path, new SegmentHeader(header.run(), header.writerCount(), marks), options, writersBefore);
    }

    /**
     * Opens the writer with this number, once. In a part of a run that was resumed, a higher number stands on the disk.
     *
     * @param index from 0, without gaps: readers take a missing number for a lost writer
     * @throws UncheckedIOException if its file cannot be made
     */
    public HistoryWriter writer(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("writer " + index + " is negative");
        }
        int writer = writersBefore + index;
        if (writersBefore > 0 && header.writerCount() <= writersBefore) {
            throw new IllegalStateException("a part of a run that does not say how many writers it has");
        }
        if (header.writerCount() > 0 && writer >= header.writerCount()) {
            throw new IllegalArgumentException("writer " + index + " of a history with "
                    + (header.writerCount() - writersBefore) + " writers, from 0");
        }
        return new HistoryWriter(path, header, options, writer);
    }
}
