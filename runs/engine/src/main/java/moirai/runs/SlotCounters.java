package moirai.runs;

import java.util.concurrent.atomic.AtomicLong;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.runs.latency.Arrivals;
import moirai.runs.latency.SlotLatency;

/**
 * What one slot's sessions did. Written by the slot's thread alone, so counting is a plain load and an opaque store:
 * no locked instruction, and no cache line that another session writes to, but still visible to the thread that shows
 * progress.
 */
final class SlotCounters {

    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong aborted = new AtomicLong();
    private final AtomicLong indeterminate = new AtomicLong();

    /** Of committed transactions. */
    private final SlotLatency latency = new SlotLatency();

    /** @param number how many the slot has had before */
    void count(Txn txn, Arrivals arrivals, long number) {
        switch (txn.outcome()) {
            case Outcome.Committed how -> {
                increment(committed);
                if (arrivals.isPaced()) {
                    latency.record(arrivals.dueNanos(number), txn.startNanos(), txn.endNanos());
                } else {
                    latency.record(txn.startNanos(), txn.endNanos());
                }
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

    /** Transactions that ended, whichever way. */
    long ended() {
        return committed() + aborted() + indeterminate();
    }

    SlotLatency latency() {
        return latency;
    }
}
