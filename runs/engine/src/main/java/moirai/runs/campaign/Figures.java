package moirai.runs.campaign;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import moirai.runs.latency.Latency;
import moirai.runs.store.RunSummary;

/**
 * The figures of a run that thresholds and trends are about; all 0 if there was no run.
 *
 * @param seconds how long sessions ran
 * @param durability what final reads say of acknowledged writes
 * @param evidence how much the run could have noticed
 * @param latencyMicros the latency of committed transactions by kind. The key {@link #ALL} stands for all of them; the
 *     others are those of {@link moirai.runs.latency.TxnKind}
 */
public record Figures(
        double seconds, Counts counts, Durability durability, Evidence evidence, Map<String, Latency> latencyMicros) {

    /** The key of the latency of all transactions. */
    public static final String ALL = RunSummary.Seen.ALL;

    /** The figures of a cell that has no run. */
    public static final Figures NONE =
            new Figures(0, new Counts(0, 0, 0), new Durability(false, 0, 0), new Evidence(0, 0, 0), Map.of());

    public Figures {
        latencyMicros = Collections.unmodifiableMap(new LinkedHashMap<>(latencyMicros));
    }

    /** Returns the figures of a run that ended. */
    public static Figures of(RunSummary run) {
        var latencies = new LinkedHashMap<>(run.seen().latencyMicros());
        // A virtual clock stands still while a transaction runs: no latency is known.
        latencies.values().removeIf(latency -> latency.max() == 0);
        RunSummary.Durability kept = run.found().durability();
        return new Figures(
                run.seen().seconds(),
                new Counts(
                        run.seen().committed(), run.seen().aborted(), run.seen().indeterminate()),
                new Durability(kept.isKnown(), kept.acknowledged(), kept.lost()),
                new Evidence(
                        run.evidence().overlap(),
                        run.evidence().versionsRead(),
                        run.evidence().keysContended()),
                latencies);
    }

    /** The transactions by outcome. */
    public record Counts(long committed, long aborted, long indeterminate) {}

    /**
     * The durability of acknowledged writes.
     *
     * @param known whether final reads have checked it; if not, the numbers mean nothing
     */
    public record Durability(boolean known, long acknowledged, long lost) {}

    /**
     * How much the run could have noticed.
     *
     * @param overlap the share of transactions that overlapped another
     */
    public record Evidence(double overlap, long versionsRead, long keysContended) {}

    /** Returns committed transactions a second; 0 if nothing ran. */
    public double committedPerSecond() {
        return seconds > 0 ? counts.committed() / seconds : 0;
    }

    /** Returns the share of transactions that aborted, from 0 to 1; 0 if there were none. */
    public double abortShare() {
        long all = counts.committed() + counts.aborted() + counts.indeterminate();
        return all > 0 ? (double) counts.aborted() / all : 0;
    }
}
