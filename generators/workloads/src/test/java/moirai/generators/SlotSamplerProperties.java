package moirai.generators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.stream.IntStream;
import moirai.generators.arbitrary.WorkloadArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class SlotSamplerProperties {

    private static final int POINT_COUNT = 100_000;

    /**
     * Evenly spaced random bits hit each slot as often as its weight says. Exact, not statistical: a slot's share is
     * cut into at most 2 · slotCount intervals, and each holds within one of its measure in points.
     */
    @Property(tries = 50)
    void slotsGetTheShareOfTheirWeight(
            @ForAll("distributions") KeyDistribution distribution, @ForAll @IntRange(min = 1, max = 60) int slotCount) {
        int[] hits = hits(distribution, slotCount);

        double sum =
                IntStream.range(0, slotCount).mapToDouble(distribution::weight).sum();
        for (int slot = 0; slot < slotCount; slot++) {
            assertThat((double) hits[slot])
                    .as("slot %d", slot)
                    .isEqualTo(POINT_COUNT * distribution.weight(slot) / sum, offset(2.0 * slotCount));
        }
    }

    @Example
    void slotsWithNoWeightToSpeakOfAreNeverHit() {
        int[] hits = hits(new KeyDistribution.Exponential(2), 1_000_000);

        assertThat(hits[0]).isCloseTo(POINT_COUNT / 2, offset(2));
        assertThat(IntStream.range(64, hits.length).map(slot -> hits[slot]).sum())
                .isZero();
    }

    @Example
    void extremeRandomBitsStayInRange() {
        var sampler = SlotSampler.of(new KeyDistribution.Zipfian(0.99), 1_000_000);

        assertThat(sampler.slot(0)).isBetween(0, 999_999);
        assertThat(sampler.slot(-1)).isBetween(0, 999_999);
        assertThat(sampler.slot(Long.MIN_VALUE)).isBetween(0, 999_999);
        assertThat(sampler.slot(Long.MAX_VALUE)).isBetween(0, 999_999);
    }

    @Provide
    Arbitrary<KeyDistribution> distributions() {
        return WorkloadArbitraries.keyDistributions();
    }

    private static int[] hits(KeyDistribution distribution, int slotCount) {
        var sampler = SlotSampler.of(distribution, slotCount);
        long step = Long.divideUnsigned(-1, POINT_COUNT);
        var hits = new int[slotCount];
        for (int point = 0; point < POINT_COUNT; point++) {
            hits[sampler.slot(step / 2 + point * step)]++;
        }
        return hits;
    }
}
