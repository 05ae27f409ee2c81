package moirai.history.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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

    private HistoryDirectory(Path path, SegmentHeader header, Options options) {
        this.path = path;
        this.header = header;
        this.options = options;
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
        return new HistoryDirectory(path, new SegmentHeader(header, 0, 0), options);
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
     * Returns the same directory, for a run with this many writers: readers notice if the files of one are missing.
     * Must be called before the first writer is opened.
     */
    public HistoryDirectory forWriters(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("a history of " + count + " writers; expected one or more");
        }
        return new HistoryDirectory(path, new SegmentHeader(header.run(), count, header.marks()), options);
    }

    /** Returns the same directory, for a copy of a history that has no times or is not complete. */
    HistoryDirectory marked(int marks) {
        return new HistoryDirectory(path, new SegmentHeader(header.run(), header.writerCount(), marks), options);
    }

    /**
     * Opens the writer with this number, once.
     *
     * @param index from 0, without gaps: readers take a missing number for a lost writer
     * @throws UncheckedIOException if its file cannot be made
     */
    public HistoryWriter writer(int index) {
        if (index < 0) {
            throw new IllegalArgumentException("writer " + index + " is negative");
        }
        if (header.writerCount() > 0 && index >= header.writerCount()) {
            throw new IllegalArgumentException(
                    "writer " + index + " of a history with " + header.writerCount() + " writers, from 0");
        }
        return new HistoryWriter(path, header, options, index);
    }
}
