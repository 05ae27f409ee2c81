package moirai.runs.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    private static final int TXNS = 1_000;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    /** A histogram of a minute has 2,560 counts of four bytes. */
    @Test
    void packedLatenciesTakeTheSpaceOfWhatWasRecorded() {
        var latencies = new Latencies();
        addSome(latencies, new Random(1));
        latencies.add(OutcomeKind.OK, MINUTE_NANOS);

        assertThat(latencies.pack()).isLessThan(2_000);
    }

    @Test
    void packedLatenciesAreTheSameAndCanBeAddedTo() {
        var packed = new Latencies();
        var other = new Latencies();
        var left = new Random(1);
        var right = new Random(1);
        for (int i = 0; i < 5; i++) {
            addSome(packed, left);
            packed.pack();
            addSome(other, right);
        }
        var sum = new Latencies();
        sum.merge(packed);

        assertThat(counts(packed)).isEqualTo(counts(other));
        assertThat(counts(sum)).isEqualTo(counts(other));
        assertThat(packed.micros(99)).isEqualTo(other.micros(99)).isPositive();
    }

    private static void addSome(Latencies latencies, Random random) {
        for (int i = 0; i < TXNS; i++) {
            latencies.add(OutcomeKind.OK, (long) (20_000_000 * random.nextExponential()));
        }
    }

    private static Map<Long, Long> counts(Latencies latencies) {
        var counts = new TreeMap<Long, Long>();
        latencies.each(OutcomeKind.OK, counts::put);
        return counts;
    }
}
