package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.runs.latency.LatencyTotals;
import moirai.runs.latency.SlotLatency;
import moirai.runs.latency.TxnLatency;
import org.junit.jupiter.api.Test;

class LockWaitsTest {

    private static final String POSTGRES = "PostgreSQL 18.6";

    /** Returns the latency of so many commits of 10 ms, and of one that took longer. */
    private static TxnLatency latency(int short10Millis, long oneMillis) {
        var slot = new SlotLatency();
        IntStream.range(0, short10Millis).forEach(txn -> slot.record(0, 10_000_000));
        slot.record(0, oneMillis * 1_000_000);
        var totals = new LatencyTotals();
        totals.collect(Stream.of(slot));
        return totals.served();
    }

    @Test
    void timeThatDeadlocksTakeIsTold() {
        assertThat(LockWaits.of(latency(100, 1_000), POSTGRES))
                .hasValueSatisfying(
                        told -> assertThat(told).startsWith("50 % of the time").contains("deadlock_timeout"));
    }

    /** The boundary: a fifth of the time. */
    @Test
    void littleTimeIsNot() {
        assertThat(LockWaits.of(latency(390, 1_000), POSTGRES)).isPresent();
        assertThat(LockWaits.of(latency(410, 1_000), POSTGRES)).isEmpty();
    }

    /** Who waits for ten seconds waits for something else. */
    @Test
    void otherWaitsAndOtherDatabasesAreNot() {
        assertThat(LockWaits.of(latency(10, 10_000), POSTGRES)).isEmpty();
        assertThat(LockWaits.of(latency(10, 500), POSTGRES)).isEmpty();
        assertThat(LockWaits.of(latency(10, 1_000), "MariaDB 11.8.3")).isEmpty();
    }

    @Test
    void aRunWithoutCommitsHasNothingToTell() {
        assertThat(LockWaits.of(new LatencyTotals().served(), POSTGRES)).isEmpty();
    }
}
