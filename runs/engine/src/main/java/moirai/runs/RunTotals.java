package moirai.runs;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import moirai.runs.latency.Latency;

/** What a run amounted to, as its sessions counted; what was recorded is counted again by the check. */
public record RunTotals(
        RunProgress progress,
        Latency latency,
        Sessions sessions,
        Instant started,
        Duration elapsed,
        Arrivals arrivals) {

    /** Of a run in which no transaction was due at any time. */
    public RunTotals(RunProgress progress, Latency latency, Sessions sessions, Instant started, Duration elapsed) {
        this(progress, latency, sessions, started, elapsed, Arrivals.NONE);
    }

    /**
     * What came of transactions that were due at constant intervals.
     *
     * @param rate in transactions a second; 0 if none was due at any time
     * @param missed how many were due before the end and have not ended; no latency knows of them
     * @param latencyMicros of committed ones, from when they were due
     */
    public record Arrivals(double rate, long missed, Latency latencyMicros) {

        /** None was due at any time. */
        public static final Arrivals NONE = new Arrivals(0, 0, new Latency(0, 0, 0));
    }

    /**
     * What became of sessions.
     *
     * @param opened in all; more than the concurrency if some ended early
     * @param stuck how many did not answer within the grace period after the end, and were left behind
     * @param byNode their numbers by the name of the node that each was at; empty where there is but one place
     */
    public record Sessions(int opened, int stuck, SortedMap<String, List<Integer>> byNode) {

        public Sessions {
            byNode = Collections.unmodifiableSortedMap(new TreeMap<>(byNode));
        }

        /** Sessions at the one place that there is. */
        public static Sessions atOnePlace(int opened, int stuck) {
            return new Sessions(opened, stuck, Collections.emptySortedMap());
        }
    }

    /** What kept sessions from being opened while the run went on, in words; empty if nothing did. */
    public Optional<String> trouble() {
        return progress.trouble().isEmpty()
                ? Optional.empty()
                : Optional.of("for a while sessions could not be opened: " + progress.trouble());
    }

    /** Committed transactions a second. */
    public long rate() {
        return Math.round(progress.committed() / Math.max(1e-9, elapsed.toNanos() / 1e9));
    }
}
