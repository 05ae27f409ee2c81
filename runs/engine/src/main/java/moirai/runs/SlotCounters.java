package moirai.runs;

import java.util.concurrent.atomic.AtomicLong;
import moirai.history.Outcome;
import moirai.history.Txn;
import org.HdrHistogram.Histogram;

/**
 * What one slot's sessions did. Written by the slot's thread alone, so counting is a plain load and an opaque store:
 * no locked instruction, and no cache line that another session writes to, but still visible to the thread that shows
 * progress.
 */
final class SlotCounters {

    private static final long MICROS_MAX = 3_600_000_000L;
    private static final int DIGITS = 2;

    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong aborted = new AtomicLong();
    private final AtomicLong indeterminate = new AtomicLong();

    /** Of committed transactions, in microseconds. To be read after the slot's thread has ended. */
    private final Histogram micros = new Histogram(MICROS_MAX, DIGITS);

    void count(Txn txn) {
        switch (txn.outcome()) {
            case Outcome.Committed how -> {
                increment(committed);
                micros.recordValue(Math.min(MICROS_MAX, (txn.endNanos() - txn.startNanos()) / 1_000));
            }
            case Outcome.Aborted how -> increment(aborted);
            case Outcome.Indeterminate how -> increment(indeterminate);
        }
    }

    private static void increment(AtomicLong counter) {
        counter.setOpaque(counter.getPlain() + 1);
    }

    long committed() {
        return committed.getOpaque();
    }

    long aborted() {
        return aborted.getOpaque();
    }

    long indeterminate() {
        return indeterminate.getOpaque();
    }

    Histogram micros() {
        return micros;
    }
}
