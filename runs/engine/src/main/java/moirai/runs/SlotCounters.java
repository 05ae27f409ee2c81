package moirai.runs;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.runs.latency.SlotLatency;

/**
 * The counters of one slot's sessions. The slot's thread alone writes them, so counting is a plain load and an opaque
 * store: no locked instruction, and no cache line that another session writes to, but still visible to the thread that
 * shows progress.
 */
final class SlotCounters {

    /**
     * The maximal number of reasons that are counted apart, so that a database with ever new reasons cannot fill the
     * memory.
     */
    private static final int REASONS_MAX = 50;

    private static final String OTHER_REASONS = "other";

    private final AtomicLong committed = new AtomicLong();
    private final AtomicLong aborted = new AtomicLong();
    private final AtomicLong indeterminate = new AtomicLong();
    private final Map<String, AtomicLong> abortedBy = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> indeterminateBy = new ConcurrentHashMap<>();

    /** The latency of committed transactions. */
    private final SlotLatency latency = new SlotLatency();

    /**
     * Counts a transaction that has ended.
     *
     * @param isPaced whether it was due at a given time
     * @param dueNanos that time
     */
    void count(Txn txn, boolean isPaced, long dueNanos) {
        switch (txn.outcome()) {
            case Outcome.Committed how -> {
                increment(committed);
                latency.record(txn);
                if (isPaced) {
                    latency.record(dueNanos, txn.startNanos(), txn.endNanos());
                } else {
                    latency.record(txn.startNanos(), txn.endNanos());
                }
            }
            case Outcome.Aborted(String sqlState) -> {
                increment(aborted);
                increment(abortedBy, sqlState);
            }
            case Outcome.Indeterminate(String cause) -> {
                increment(indeterminate);
                increment(indeterminateBy, cause);
            }
        }
    }

    private static void increment(Map<String, AtomicLong> counters, String reason) {
        String known = counters.size() < REASONS_MAX || counters.containsKey(reason) ? reason : OTHER_REASONS;
        increment(counters.computeIfAbsent(known, first -> new AtomicLong()));
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

    /** Adds the numbers of aborted transactions by reason to the sums. */
    void addAborted(Map<String, Long> sums) {
        abortedBy.forEach((reason, count) -> sums.merge(reason, count.getOpaque(), Long::sum));
    }

    /** Adds the numbers of indeterminate transactions by reason to the sums. */
    void addIndeterminate(Map<String, Long> sums) {
        indeterminateBy.forEach((reason, count) -> sums.merge(reason, count.getOpaque(), Long::sum));
    }

    /** Returns the number of transactions that ended, with any outcome. */
    long ended() {
        return committed() + aborted() + indeterminate();
    }

    SlotLatency latency() {
        return latency;
    }
}
