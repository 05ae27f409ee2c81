package moirai.history.files;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import moirai.history.FaultEvent;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.keeping.SegmentKeeper;

/** A directory for one test, which properties cannot get from JUnit, and ways to fill it. */
final class Scratch implements AutoCloseable {

    static final RunHeader HEADER = new RunHeader(
            new Seed(-42),
            "list-append keys=3",
            "repeatable-read",
            "serializable",
            "PostgreSQL 18.6 größer",
            java.time.Instant.ofEpochSecond(1_790_000_000L, 123_456_789));

    /** Segments of a few transactions each. */
    static final HistoryDirectory.Options SMALL_SEGMENTS = new HistoryDirectory.Options(false, 300);

    /** A number that is greater than that of any session of a test that drops segments. */
    static final long SESSIONS = 100;

    /** A number that is greater than that of any key of a test that drops segments. */
    static final long KEYS = 50;

    final Path path;

    private Scratch(Path path) {
        this.path = path;
    }

    /** Makes one on disk. */
    Scratch() {
        try {
            this.path = Files.createTempDirectory("moirai-history-test");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns a copy in a file system in memory, for tests that damage it thousands of times. */
    Scratch inMemory() {
        Path copy = Jimfs.newFileSystem(Configuration.unix()).getPath("/work");
        segments().forEach(file -> write(copy.resolve(path.relativize(file).toString()), bytes(file)));
        return new Scratch(copy);
    }

    /** Records what each writer ran, one writer after the other, and the faults with the first. */
    void record(HistoryDirectory.Options options, List<List<Txn>> writers, List<FaultEvent> faults) {
        HistoryDirectory directory = HistoryDirectory.create(path, HEADER, options);
        for (int i = 0; i < writers.size(); i++) {
            try (HistoryWriter writer = directory.writer(i)) {
                writers.get(i).forEach(txn -> record(writer, txn));
                if (i == 0) {
                    faults.forEach(writer::fault);
                }
            }
        }
    }

    static void record(HistoryWriter writer, Txn txn) {
        writer.begin(txn.session(), TxnPlan.of(txn.ops()), txn.startNanos());
        writer.end(txn);
    }

    /** Returns a judgement that needs nothing any more, of a history with few sessions and keys. */
    static SegmentKeeper.Judged judgedUpTo(long provenNanos) {
        return new SegmentKeeper.Judged(provenNanos, Long.MAX_VALUE, SESSIONS, KEYS, () -> "judged\n");
    }

    Path segment(int writer, int segment) {
        return path.resolve(SegmentFormat.name(writer, segment));
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    List<Path> segments() {
        try (Stream<Path> files = Files.list(path)) {
            return files.sorted().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    long size() {
        return segments().stream().mapToLong(file -> bytes(file).length).sum();
    }

    HistoryReader.Loaded read() {
        return HistoryReader.read(path);
    }

    /** Returns whether the directory is refused as damaged; anything else that is thrown goes through. */
    boolean isRefused() {
        try {
            read();
            return false;
        } catch (HistoryFormatException refused) {
            return true;
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
