package moirai.generators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import moirai.history.Seed;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pearson's chi-square test on fixed seeds, against the 99.9 % quantile of each number of degrees of freedom. */
class TxnGeneratorFrequencyTest {

    private static final double QUANTILE_1_DEGREE = 10.83;
    private static final double QUANTILE_3_DEGREES = 16.27;
    private static final double QUANTILE_9_DEGREES = 27.88;

    private static final int PLAN_COUNT = 100_000;
    private static final Workload WORKLOAD = Workload.append();

    @ParameterizedTest
    @ValueSource(strings = {"uniform", "exponential", "exponential:1.3", "zipf", "zipf:1.5"})
    void keysFollowTheDistribution(String text) {
        KeyDistribution distribution = KeyDistribution.parse(text);
        // Without appends no key retires, so a key's number is its slot.
        var generator = new TxnGenerator(
                WORKLOAD.withKeyDistribution(distribution).withReadShare(1).withMaxTxnLength(1), new Seed(0x5eed));

        var counts = new long[WORKLOAD.keyCount()];
        for (int i = 0; i < PLAN_COUNT; i++) {
            counts[generator.next().key(0)]++;
        }

        assertThat(chiSquare(counts, distribution::weight)).isLessThan(QUANTILE_9_DEGREES);
    }

    @Test
    void lengthsAreUniform() {
        var generator = new TxnGenerator(WORKLOAD, new Seed(0x5eed));

        var counts = new long[WORKLOAD.maxTxnLength()];
        for (int i = 0; i < PLAN_COUNT; i++) {
            counts[generator.next().opCount() - 1]++;
        }

        assertThat(chiSquare(counts, length -> 1)).isLessThan(QUANTILE_3_DEGREES);
    }

    /** Each key gets only 2 appends, so that a bias where keys retire would show. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.5, 0.9})
    void readsHaveTheirShare(double readShare) {
        var generator = new TxnGenerator(WORKLOAD.withReadShare(readShare).withMaxWritesPerKey(2), new Seed(0x5eed));

        var counts = new long[2];
        for (int i = 0; i < PLAN_COUNT; i++) {
            TxnPlan plan = generator.next();
            for (int op = 0; op < plan.opCount(); op++) {
                counts[plan.isChange(op) ? 0 : 1]++;
            }
        }

        assertThat(chiSquare(counts, kind -> kind == 0 ? 1 - readShare : readShare))
                .isLessThan(QUANTILE_1_DEGREE);
    }

    private static double chiSquare(long[] counts, IntToDoubleFunction weight) {
        long total = Arrays.stream(counts).sum();
        double weights = IntStream.range(0, counts.length).mapToDouble(weight).sum();
        return IntStream.range(0, counts.length)
                .mapToDouble(i -> {
                    double expected = total * weight.applyAsDouble(i) / weights;
                    return (counts[i] - expected) * (counts[i] - expected) / expected;
                })
                .sum();
    }
}
