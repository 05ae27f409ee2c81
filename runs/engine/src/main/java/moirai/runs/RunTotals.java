package moirai.runs;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.runs.latency.Latency;
import moirai.runs.latency.Stages;
import moirai.runs.latency.TxnLatency;

/** The totals of a run, as its sessions counted them; the check counts again what was recorded. */
public record RunTotals(
        RunProgress progress,
        TxnLatency latency,
        Sessions sessions,
        Instant started,
        Duration elapsed,
        Arrivals arrivals) {

    /** Creates the totals of a run without a rate, in which no transaction was due at a given time. */
    public RunTotals(RunProgress progress, Latency latency, Sessions sessions, Instant started, Duration elapsed) {
        this(progress, latency, sessions, started, elapsed, Arrivals.NONE);
    }

    /** Creates totals in which the latencies by kind are unknown. */
    public RunTotals(
            RunProgress progress,
            Latency latency,
            Sessions sessions,
            Instant started,
            Duration elapsed,
            Arrivals arrivals) {
        this(progress, TxnLatency.of(latency), sessions, started, elapsed, arrivals);
    }

    /**
     * The outcome of transactions that were due at given times.
     *
     * @param stages the rates at which they were due
     * @param missed the number of transactions that were due before the end and have not ended; no latency includes
     *    them
     * @param latencyMicros the latency of committed transactions, from the time at which they were due
     */
    public record Arrivals(Stages stages, long missed, Latency latencyMicros) {

        /** The arrivals of a run without a rate. */
        public static final Arrivals NONE = new Arrivals(Stages.NONE, 0, new Latency(0, 0, 0));
    }

    /**
     * The counts of a run's sessions.
     *
     * @param opened the number of sessions opened in all; more than the concurrency if some ended early
     * @param stuck the number of sessions that did not answer within the grace period after the end, and were left
     *    behind
     * @param byNode the sessions' numbers by the name of the node that each was at; empty if there is only one place
     */
    public record Sessions(int opened, int stuck, SortedMap<String, List<Integer>> byNode) {

        public Sessions {
            byNode = Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
        }

        /** Returns the names of the nodes by the sessions that were there; empty if there is only one place. */
        public SortedMap<Integer, String> places() {
            var places = new TreeMap<Integer, String>();
            if (byNode.size() > 1) {
                byNode.forEach((node, sessions) -> sessions.forEach(session -> places.put(session, node)));
            }
            return places;
        }

        /** Returns the counts of sessions that were all at one place. */
        public static Sessions atOnePlace(int opened, int stuck) {
            return new Sessions(opened, stuck, Collections.emptySortedMap());
        }
    }

    /** Returns the reason why sessions could not be opened during the run, in words; empty if all could be opened. */
    public Optional<String> trouble() {
        return progress.trouble().isEmpty()
                ? Optional.empty()
                : Optional.of("for a while sessions could not be opened: " + progress.trouble());
    }

    /** Returns the number of committed transactions a second. */
    public long rate() {
        return Math.round(progress.committed() / Math.max(1e-9, elapsed.toNanos() / 1e9));
    }
}
