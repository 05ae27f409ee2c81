package moirai.runs.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private static final long MILLI = 1_000_000;

    @Test
    void slotsTakeArrivalsInTurn() {
        assertThat(dues(0)).containsExactly(5 * MILLI, 8 * MILLI, 11 * MILLI);
        assertThat(dues(2)).containsExactly(7 * MILLI, 10 * MILLI, 13 * MILLI);
    }

    private static List<Long> dues(int slot) {
        var arrivals = new Arrivals(1_000, 5 * MILLI, slot, 3);
        return LongStream.range(0, 3).map(arrivals::dueNanos).boxed().toList();
    }

    @Test
    void whatIsDueBeforeATimeIsCounted() {
        var arrivals = new Arrivals(1_000, 5 * MILLI, 1, 3);

        assertThat(arrivals.countBefore(0)).isZero();
        assertThat(arrivals.countBefore(6 * MILLI)).isZero();
        assertThat(arrivals.countBefore(6 * MILLI + 1)).isEqualTo(1);
        assertThat(arrivals.countBefore(9 * MILLI)).isEqualTo(1);
        assertThat(arrivals.countBefore(105 * MILLI)).isEqualTo(33);
    }

    /** Nine hundred transactions are due in a pause of a second; latency from the start alone does not show it. */
    @Test
    void aPauseIsSeenByAllThatWereDueInIt() {
        var slot = new SlotLatency();
        var arrivals = new Arrivals(1_000, 0, 0, 1);
        for (int number = 0; number < 1_000; number++) {
            long start = Math.max(arrivals.dueNanos(number), 900 * MILLI);
            slot.record(arrivals.dueNanos(number), start, start + MILLI);
        }
        var totals = new LatencyTotals();

        Latency recent = totals.collect(List.of(slot).stream());

        assertThat(totals.fromStart().max()).isLessThan(1_100);
        assertThat(totals.fromDue().p50()).isBetween(395_000L, 405_000L);
        assertThat(recent).isEqualTo(totals.fromDue());
        assertThat(totals.collect(List.of(slot).stream()).max()).isZero();
    }
}
