package moirai.runs.html.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WindowsProperties {

    private static History random(Random random, int txnCount) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        for (int txn = 0; txn < txnCount; txn++) {
            long start = random.nextLong(50_000_000);
            builder.append(1, txn + 1);
            builder.end(txn, new Outcome.Committed(), start, start + random.nextLong(3_000_000));
        }
        return builder.build();
    }

    /** One pass over slices of time finds the same as a comparison of every transaction with every window. */
    @Property(tries = 100)
    void everyTransactionOfAWindowIsInItOrCounted(@ForAll long seed, @ForAll @IntRange(min = 1, max = 64) int count) {
        var random = new Random(seed);
        History history = random(random, 400);
        List<Window> windows = IntStream.range(0, count)
                .mapToObj(i -> {
                    long first = random.nextLong(50_000_000);
                    return new Window(first, first + random.nextLong(4_000_000));
                })
                .toList();

        Windows.fill(history, windows);

        assertThat(windows).allSatisfy(window -> {
            int[] overlapping = IntStream.range(0, history.txnCount())
                    .filter(txn ->
                            history.endNanos(txn) >= window.fromNanos() && history.startNanos(txn) <= window.toNanos())
                    .toArray();
            assertThat(window.txns().length + window.left()).isEqualTo(overlapping.length);
            assertThat(IntStream.of(window.txns()).boxed())
                    .isSubsetOf(IntStream.of(overlapping).boxed().toList());
            assertThat(window.txns().length).isEqualTo(Math.min(Window.TXNS_MAX, overlapping.length));
        });
    }
}
