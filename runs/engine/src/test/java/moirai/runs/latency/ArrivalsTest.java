package moirai.runs.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private static final long MILLI = 1_000_000;

    @Test
    void slotsTakeArrivalsInTurn() {
        assertThat(dues(0)).containsExactly(5 * MILLI, 8 * MILLI, 11 * MILLI);
        assertThat(dues(2)).containsExactly(7 * MILLI, 10 * MILLI, 13 * MILLI);
    }

    private static List<Long> dues(int slot) {
        var arrivals = new Arrivals(Stages.constant(1_000), 5 * MILLI, slot, 3);
        return LongStream.range(0, 3).map(arrivals::dueNanos).boxed().toList();
    }

    /** Reads stages with times in whole seconds. */
    static Stages stages(String text) {
        return new Stages(
                Stream.of(text.split(",", -1)).map(ArrivalsTest::stage).toList());
    }

    private static Stages.Stage stage(String text) {
        String[] parts = text.replace("s:", ":").replace("/s", "").split(":", -1);
        return new Stages.Stage(
                Duration.ofSeconds(Long.parseLong(parts[0])),
                parts[1].equals("ramp"),
                Double.parseDouble(parts[parts.length - 1]));
    }

    @Test
    void whatIsDueBeforeATimeIsCounted() {
        var arrivals = new Arrivals(Stages.constant(1_000), 5 * MILLI, 1, 3);

        assertThat(arrivals.countBefore(0)).isZero();
        assertThat(arrivals.countBefore(6 * MILLI)).isZero();
        assertThat(arrivals.countBefore(6 * MILLI + 1)).isEqualTo(1);
        assertThat(arrivals.countBefore(9 * MILLI)).isEqualTo(1);
        assertThat(arrivals.countBefore(105 * MILLI)).isEqualTo(33);
    }

    /** A rate that grows from 0 to 10 in 2 s lets 10 transactions become due, the most of them late. */
    @Test
    void inARampTransactionsComeEverFaster() {
        var arrivals = new Arrivals(stages("2s:ramp:10/s"), 0, 0, 1);

        assertThat(LongStream.rangeClosed(0, 10).map(number -> arrivals.dueNanos(number) / MILLI))
                .containsExactly(0L, 632L, 894L, 1095L, 1264L, 1414L, 1549L, 1673L, 1788L, 1897L, 2000L);
    }

    @Test
    void eachStageBeginsWhereTheOneBeforeEnds() {
        var arrivals = new Arrivals(stages("1s:2/s,2s:0/s,2s:ramp:4/s,1s:ramp:0/s"), 0, 0, 1);

        assertThat(arrivals.countBefore(1_000 * MILLI)).isEqualTo(2);
        assertThat(arrivals.countBefore(3_000 * MILLI)).isEqualTo(3);
        assertThat(arrivals.countBefore(5_000 * MILLI + 1)).isEqualTo(7);
        assertThat(arrivals.countBefore(6_000 * MILLI + 1)).isEqualTo(9);
    }

    @Test
    void afterTheLastStageItsRateGoesOn() {
        var running = new Arrivals(stages("1s:ramp:10/s"), 7, 0, 1);
        var ended = new Arrivals(stages("1s:10/s,1s:ramp:0/s"), 7, 0, 1);

        assertThat(running.dueNanos(5)).isEqualTo(1_000 * MILLI + 7);
        assertThat(running.dueNanos(105)).isEqualTo(11_000 * MILLI + 7);
        assertThat(ended.dueNanos(15)).isCloseTo(2_000 * MILLI + 7, within(1_000L));
        assertThat(ended.dueNanos(16)).isEqualTo(Long.MAX_VALUE);
        assertThat(ended.countBefore(Long.MAX_VALUE)).isEqualTo(16);
    }

    @Test
    void nothingIsDueWithoutARate() {
        assertThat(new Arrivals(Stages.NONE, 0, 0, 1).countBefore(MILLI)).isZero();
        assertThat(new Arrivals(Stages.NONE, 0, 0, 1).isPaced()).isFalse();
    }

    /** Nine hundred transactions are due in a pause of a second; latency from the start alone does not show it. */
    @Test
    void aPauseIsSeenByAllThatWereDueInIt() {
        var slot = new SlotLatency();
        var arrivals = new Arrivals(Stages.constant(1_000), 0, 0, 1);
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
