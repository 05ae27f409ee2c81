package moirai.runs.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import moirai.analysis.time.TimeSeries;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class HistorySummaryProperties {

    /** An hour, the longest latency that is told from longer ones. */
    private static final long MICROS_MAX = 3_600_000_000L;

    private record Seen(Outcome outcome, long startNanos, long endNanos) {}

    private static List<Seen> transactions(Random random, int count) {
        long scale = 1L << random.nextInt(10, 50);
        var all = new ArrayList<Seen>();
        for (int i = 0; i < count; i++) {
            long start = random.nextLong(scale);
            Outcome outcome = switch (random.nextInt(4)) {
                case 0 -> new Outcome.Aborted("cause " + random.nextInt(5));
                case 1 -> new Outcome.Indeterminate("cause " + random.nextInt(5));
                default -> new Outcome.Committed();
            };
            all.add(new Seen(outcome, start, start + random.nextLong(scale / 8)));
        }
        return all;
    }

    private static History history(List<Seen> txns) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int i = 0; i < txns.size(); i++) {
            Seen txn = txns.get(i);
            builder.append(1, i + 1).end(i, txn.outcome, txn.startNanos, txn.endNanos);
        }
        return builder.build();
    }

    /** Latencies are compared by their counts, since histograms of different capacity are unequal. */
    private static List<Object> comparable(HistorySummary summary) {
        TimeSeries<Latencies> latencies = summary.speed().latencies();
        return List.of(
                summary.sizes().txns(),
                summary.sizes().ops(),
                summary.times(),
                summary.speed().outcomes(),
                summary.speed().causes(),
                latencies.fromNanos(),
                latencies.widthNanos(),
                latencies.buckets().stream()
                        .map(HistorySummaryProperties::counts)
                        .toList());
    }

    private static Map<OutcomeKind, Map<Long, Long>> counts(Latencies latencies) {
        var counts = new EnumMap<OutcomeKind, Map<Long, Long>>(OutcomeKind.class);
        for (OutcomeKind kind : OutcomeKind.values()) {
            var byMicros = new TreeMap<Long, Long>();
            latencies.each(kind, byMicros::put);
            counts.put(kind, byMicros);
        }
        return counts;
    }

    @Property(tries = 100)
    void piecesInAnyOrderGiveTheSummaryOfTheWhole(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 2_000) int count,
            @ForAll @IntRange(min = 1, max = 9) int pieces) {
        var random = new Random(seed);
        List<Seen> txns = transactions(random, count);
        var shuffled = new ArrayList<>(txns);
        Collections.shuffle(shuffled, random);
        var builder = new SummaryBuilder(RunHeader.NONE);
        for (int piece = 0; piece < pieces; piece++) {
            builder.add(history(shuffled.subList(count * piece / pieces, count * (piece + 1) / pieces)));
        }

        assertThat(comparable(builder.build())).isEqualTo(comparable(HistorySummary.of(history(txns))));
    }

    @Property(tries = 100)
    void sumsAreThoseOfTheTransactions(@ForAll long seed, @ForAll @IntRange(min = 1, max = 2_000) int count) {
        List<Seen> txns = transactions(new Random(seed), count);

        HistorySummary summary = HistorySummary.of(history(txns));

        assertThat(summary.sizes()).isEqualTo(new HistorySummary.Sizes(count, count, 1));
        HistorySummary.Times times = summary.times();
        OutcomeCounts all = summary.speed().between(times.firstNanos(), times.lastNanos());
        for (OutcomeKind kind : OutcomeKind.values()) {
            assertThat(all.of(kind))
                    .isEqualTo(txns.stream()
                            .filter(txn -> OutcomeKind.of(txn.outcome) == kind)
                            .count());
        }
        assertThat(summary.speed().causes().stream().mapToLong(Cause::total).sum())
                .isEqualTo(all.fail() + all.info());
        long longest = txns.stream()
                .filter(txn -> txn.outcome instanceof Outcome.Committed)
                .mapToLong(txn -> Math.clamp((txn.endNanos - txn.startNanos) / 1000, 1L, MICROS_MAX))
                .max()
                .orElse(0);
        long shown = Latencies.sum(summary.speed().latencies().buckets()).micros(100);
        assertThat((double) shown).isBetween(longest * 0.99, longest * 1.01 + 1);
    }

    /** The first begin is long before the first end. */
    @Example
    void theSummaryBeginsWithTheFirstTransaction() {
        HistorySummary summary = HistorySummary.of(history(List.of(
                new Seen(new Outcome.Committed(), 5_000, 9_000_000_000L),
                new Seen(new Outcome.Committed(), 8_000_000_000L, 9_500_000_000L))));

        assertThat(summary.speed().outcomes().fromNanos()).isZero();
        assertThat(summary.speed().latencies().fromNanos()).isZero();
        assertThat(summary.times()).isEqualTo(new HistorySummary.Times(true, 5_000, 9_500_000_000L));
    }

    @Example
    void anEmptyHistoryHasASummary() {
        var fault = new FaultEvent(7, FaultEvent.Phase.INJECTED, "kill", "n1");

        HistorySummary summary = new SummaryBuilder(RunHeader.NONE).add(fault).build();

        assertThat(summary.faults()).containsExactly(fault);
        assertThat(summary.times().isKnown()).isFalse();
        assertThat(summary.speed().between(0, 100)).isEqualTo(new OutcomeCounts(0, 0, 0));
    }

    @Example
    void nothingIsTakenInAfterTheEnd() {
        var builder = new SummaryBuilder(RunHeader.NONE);
        builder.build();

        assertThatThrownBy(() -> builder.add(new Outcome.Committed(), 0, 1, 1)).hasMessageContaining("already built");
    }
}
