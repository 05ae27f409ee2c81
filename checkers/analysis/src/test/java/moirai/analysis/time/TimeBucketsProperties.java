package moirai.analysis.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TimeBucketsProperties {

    private static TimeCounts counted(List<Long> times, int limit) {
        TimeBuckets<long[]> buckets = TimeCounts.counter(limit);
        times.forEach(nanos -> buckets.at(nanos)[0]++);
        return TimeCounts.of(buckets);
    }

    private static List<Long> times(Random random) {
        var times = new ArrayList<Long>();
        long scale = 1L << random.nextInt(1, 62);
        for (int i = random.nextInt(1, 60); i > 0; i--) {
            times.add(random.nextLong(-scale / 4, scale));
        }
        return times;
    }

    /** Every event is in the bucket of its time, there are no more buckets than allowed, and no fewer would do. */
    @Property(tries = 500)
    void countsAreThoseOfTheNarrowestBucketsThatSuffice(
            @ForAll long seed, @ForAll @IntRange(min = 10, max = 300) int limit) {
        List<Long> times = times(new Random(seed));

        TimeCounts counts = counted(times, limit);

        assertThat(counts.counts()).hasSizeLessThanOrEqualTo(limit);
        assertThat(counts.fromNanos() % counts.widthNanos()).isZero();
        for (int i = 0; i < counts.counts().size(); i++) {
            long from = counts.fromNanos() + i * counts.widthNanos();
            assertThat(counts.counts().get(i))
                    .isEqualTo(times.stream()
                            .filter(nanos -> nanos >= from && nanos - from < counts.widthNanos())
                            .count());
        }
        assertThat(counts.counts().stream().mapToLong(count -> count).sum()).isEqualTo(times.size());
        long narrower =
                counts.widthNanos() / (String.valueOf(counts.widthNanos()).startsWith("1") ? 5 : 2);
        if (narrower > 0) {
            long low = Math.floorDiv(Collections.min(times), narrower);
            long high = Math.floorDiv(Collections.max(times), narrower);
            assertThat(high - low).isGreaterThanOrEqualTo(limit);
        }
    }

    @Property(tries = 200)
    void theOrderOfTheEventsMakesNoDifference(@ForAll long seed, @ForAll @IntRange(min = 10, max = 50) int limit) {
        var random = new Random(seed);
        List<Long> times = times(random);
        var shuffled = new ArrayList<>(times);
        Collections.shuffle(shuffled, random);

        assertThat(counted(shuffled, limit)).isEqualTo(counted(times, limit));
    }

    @Property(tries = 200)
    void bucketsOfALowerLimitAreMadeOfWholeOnes(@ForAll long seed) {
        List<Long> times = times(new Random(seed));
        TimeCounts fine = counted(times, 500);
        TimeCounts coarse = counted(times, 20);

        assertThat(fine.in(
                        coarse.fromNanos(), coarse.widthNanos(), coarse.counts().size()))
                .containsExactly(
                        coarse.counts().stream().mapToLong(count -> count).toArray());
        assertThat(fine.wider(coarse.widthNanos())).isEqualTo(coarse);
    }

    /** A hundred minutes in at most a thousand buckets: ten seconds each. */
    @Example
    void widthsAreThoseThatPeopleUse() {
        List<Long> aSecond =
                LongStream.range(0, 6_000).mapToObj(i -> i * 1_000_000_000).toList();

        TimeCounts counts = counted(aSecond, 1_000);

        assertThat(counts.widthNanos()).isEqualTo(10_000_000_000L);
        assertThat(counts.counts()).hasSize(600).containsOnly(10L);
    }

    @Example
    void tooLowALimitIsRefused() {
        assertThatThrownBy(() -> TimeCounts.counter(9)).hasMessageContaining("expected at least 10");
    }
}
