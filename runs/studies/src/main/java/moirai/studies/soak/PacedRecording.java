package moirai.studies.soak;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryWriter;

/**
 * A history that is recorded once more, at a given rate in real time, by as many writers as it had sessions at once.
 */
final class PacedRecording {

    private final History history;
    private final double factor;
    private final long firstNanos;
    private final HistoryDirectory directory;
    private final ArrayDeque<HistoryWriter> free = new ArrayDeque<>();
    private final Map<Integer, HistoryWriter> writers = new HashMap<>();
    /** The transactions of each session that are still to come. */
    private final Map<Integer, Integer> left = new HashMap<>();

    private int writerCount;

    /** @param rate transactions a second */
    PacedRecording(History history, int rate, Path path) {
        this.history = history;
        long last = IntStream.range(0, history.txnCount())
                .mapToLong(history::endNanos)
                .max()
                .orElse(1);
        this.firstNanos = IntStream.range(0, history.txnCount())
                .mapToLong(history::startNanos)
                .min()
                .orElse(0);
        this.factor = 1e9 * history.txnCount() / rate / Math.max(1, last - firstNanos);
        this.directory = HistoryDirectory.create(
                        path,
                        new RunHeader(new Seed(1), "append", "serializable", "serializable", "copy", Instant.EPOCH))
                .forWriters(sessionsAtOnce(history));
        for (int txn = 0; txn < history.txnCount(); txn++) {
            left.merge(history.session(txn), 1, Integer::sum);
        }
    }

    /** Returns the greatest number of sessions between whose first begin and last end there is a common time. */
    private static int sessionsAtOnce(History history) {
        var first = new HashMap<Integer, Long>();
        var last = new HashMap<Integer, Long>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            first.merge(history.session(txn), history.startNanos(txn), Math::min);
            last.merge(history.session(txn), history.endNanos(txn), Math::max);
        }
        long[] begins =
                first.values().stream().mapToLong(nanos -> nanos).sorted().toArray();
        long[] ends = last.values().stream().mapToLong(nanos -> nanos).sorted().toArray();
        int atOnce = 0;
        int ended = 0;
        for (int begun = 0; begun < begins.length; begun++) {
            while (ends[ended] < begins[begun]) {
                ended++;
            }
            atOnce = Math.max(atOnce, begun + 1 - ended);
        }
        return atOnce;
    }

    /** Returns the time at which something happens in the copy. */
    private long scaled(long nanos) {
        return (long) ((nanos - firstNanos) * factor);
    }

    /** Records everything. Begins and ends are written when they are due. */
    void run() {
        int[] events = IntStream.range(0, 2 * history.txnCount())
                .boxed()
                .sorted((a, b) -> {
                    int byTime = Long.compare(nanos(a), nanos(b));
                    return byTime != 0 ? byTime : Integer.compare(a & 1, b & 1);
                })
                .mapToInt(event -> event)
                .toArray();
        long began = System.nanoTime();
        for (int event : events) {
            long wait = began + nanos(event) - System.nanoTime();
            if (wait > 1_000_000) {
                LockSupport.parkNanos(wait);
            }
            int txn = event >> 1;
            if ((event & 1) == 0) {
                begin(txn);
            } else {
                end(txn);
            }
        }
        writers.values().forEach(HistoryWriter::close);
        free.forEach(HistoryWriter::close);
    }

    private long nanos(int event) {
        int txn = event >> 1;
        return (event & 1) == 0
                ? scaled(history.startNanos(txn))
                : Math.max(scaled(history.endNanos(txn)), scaled(history.startNanos(txn)));
    }

    private void begin(int txn) {
        int session = history.session(txn);
        HistoryWriter writer = writers.get(session);
        if (writer == null) {
            writer = free.isEmpty() ? directory.writer(writerCount++) : free.pop();
            writers.put(session, writer);
        }
        Txn recorded = history.txn(txn);
        writer.begin(session, TxnPlan.of(recorded.ops()), scaled(history.startNanos(txn)));
    }

    private void end(int txn) {
        int session = history.session(txn);
        Txn recorded = history.txn(txn);
        long start = scaled(history.startNanos(txn));
        HistoryWriter writer = requireNonNull(writers.get(session));
        writer.end(new Txn(
                session, recorded.ops(), recorded.outcome(), start, Math.max(start, scaled(history.endNanos(txn)))));
        if (requireNonNull(left.merge(session, -1, Integer::sum)) == 0) {
            writers.remove(session);
            free.push(writer);
        }
    }
}
