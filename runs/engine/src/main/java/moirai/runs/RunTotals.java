package moirai.runs;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a run amounted to, as its sessions counted; what was recorded is counted again by the check.
 *
 * @param sessions how many were opened in all; more than the concurrency if some ended early
 * @param stuck sessions that did not answer within the grace period after the end, and were left behind
 */
public record RunTotals(
        RunProgress progress, Latency latency, int sessions, int stuck, Instant started, Duration elapsed) {

    /** Time from before the first send to after the last receive of committed transactions, in microseconds. */
    public record Latency(long p50, long p99, long max) {}

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
