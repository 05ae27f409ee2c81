package moirai.runs.interim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import moirai.analysis.counters.CounterWindow;
import moirai.history.DataModel;
import moirai.history.HistoryFormatException;
import moirai.history.RunHeader;
import moirai.history.files.HistoryTail;
import moirai.history.keeping.SegmentName;

/**
 * An estimate of the heap that the check of a whole history takes, from what it takes on the disk and the kind of its
 * data.
 *
 * @param bytes of the heap
 */
// Implementation notes. Measured as the least -Xmx, to 10 %, with which "check" ends, of honest runs with
// "--db memory --concurrency 20 --txn-count N"; JDK 25, SerialGC, headers of usual size. It is linear in the size:
//
//              500,000 transactions            2,000,000 transactions
//              disk      heap      ratio       disk      heap      ratio   estimate
//   lists      17.0 MB    85 MiB    5.3        68.6 MB   349 MiB    5.3      12
//   banks      18.0 MB   181 MiB   10.5        72.2 MB   664 MiB    9.6      15
//   counters    8.8 MB   134 MiB   16.0        35.5 MB   575 MiB   17.0      24
//   sets       20.6 MB   509 MiB   25.9              not measured            36
//   registers  11.9 MB   340 MiB   29.9        48.4 MB  1268 MiB   27.4      42
//
// The margin is two fifths. Of lists it is more: a check that finds cycles takes up to 420 bytes for a transaction of
// three ops, which is 35 on the disk. Of registers the search for an order was cut off after 20,000,000 steps
// (--max-steps): what comes after it takes the most.
public record HeapNeed(long bytes) {

    private static final int OF_LISTS = 12;
    private static final int OF_BANKS = 15;
    private static final int OF_COUNTERS = 24;
    private static final int OF_SETS = 36;
    private static final int OF_REGISTERS = 42;

    /** The number of transactions that show the kind of the data: not each of them was answered. */
    private static final int FIRST_TXNS = 1_000;

    /** The part of the heap that a check may take, in percent: sessions, reports and the collector need the rest. */
    private static final long PERCENT = 70;

    /** Returns the need of a history on the disk; 0 if there is none. */
    public static HeapNeed of(Path directory) {
        long size = size(directory);
        return new HeapNeed(size == 0 ? 0 : size * heapBytesOf(directory));
    }

    /** Returns the bytes of heap for a byte on the disk. */
    private static int heapBytesOf(Path directory) {
        try (HistoryTail tail = HistoryTail.open(directory)) {
            DataModel model = tail.poll(FIRST_TXNS).ended().dataModel();
            return switch (model) {
                case LIST_APPEND -> OF_LISTS;
                case REGISTER -> OF_REGISTERS;
                case SET -> OF_SETS;
                case COUNTER -> CounterWindow.isOfBank(tail.header().orElse(RunHeader.NONE)) ? OF_BANKS : OF_COUNTERS;
            };
        } catch (HistoryFormatException unreadable) {
            // Whoever reads the history says why.
            return OF_LISTS;
        }
    }

    /** Returns whether the JVM's heap may grow as large. */
    public boolean fits() {
        return bytes <= Runtime.getRuntime().maxMemory() / 100 * PERCENT;
    }

    private static long size(Path directory) {
        if (!Files.isDirectory(directory)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(SegmentName.SUFFIX))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
