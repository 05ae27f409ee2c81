package moirai.runs.latency;

import moirai.history.Txn;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * The latencies of one slot: written by its thread alone, without waiting; read by one other at any time. Their memory
 * grows with the largest value: some kilobytes for milliseconds.
 */
public final class SlotLatency {

    static final int DIGITS = 2;
    static final long MICROS_MAX = 3_600_000_000L;

    private final SingleWriterRecorder fromStart = new SingleWriterRecorder(DIGITS);
    private final SingleWriterRecorder fromDue = new SingleWriterRecorder(DIGITS);
    private final SingleWriterRecorder ofReads = new SingleWriterRecorder(DIGITS);
    private final SingleWriterRecorder ofWrites = new SingleWriterRecorder(DIGITS);

    /** Records a transaction by its kind, beside its latency among all. */
    public void record(Txn txn) {
        recorder(TxnKind.of(txn)).recordValue(micros(txn.endNanos() - txn.startNanos()));
    }

    /** Records a transaction of a run without a rate, with times on the run's clock. */
    public void record(long startNanos, long endNanos) {
        fromStart.recordValue(micros(endNanos - startNanos));
    }

    /** Records a transaction that was due at a time, and began then or later. */
    public void record(long dueNanos, long startNanos, long endNanos) {
        record(startNanos, endNanos);
        fromDue.recordValue(micros(endNanos - dueNanos));
    }

    private static long micros(long nanos) {
        return Math.clamp(nanos / 1_000, 0, MICROS_MAX);
    }

    /** Adds the latencies recorded since the last call to the histograms. */
    void drainTo(Histogram start, Histogram due) {
        start.add(fromStart.getIntervalHistogram());
        due.add(fromDue.getIntervalHistogram());
    }

    /** Adds the latencies of one kind recorded since the last call to the histogram. */
    void drainTo(TxnKind kind, Histogram ofKind) {
        ofKind.add(recorder(kind).getIntervalHistogram());
    }

    private SingleWriterRecorder recorder(TxnKind kind) {
        return switch (kind) {
            case READ -> ofReads;
            case WRITE -> ofWrites;
        };
    }
}
