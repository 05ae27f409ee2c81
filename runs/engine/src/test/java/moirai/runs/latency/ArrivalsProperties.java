package moirai.runs.latency;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Arrivals are what the integral of the rate says, in every interval and for every slot. */
class ArrivalsProperties {

    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final long BEGAN = 12_345;

    /** Returns stages of a second to some hours, with rates that are often 0, equal, or not whole. */
    private static Stages stages(Random random) {
        var stages = new ArrayList<Stages.Stage>();
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            double rate = switch (random.nextInt(4)) {
                case 0 -> i == 0 ? 1 : 0;
                case 1 -> random.nextInt(20) / 10.0;
                case 2 -> random.nextInt(1_000);
                default -> random.nextDouble() * 1e5;
            };
            Duration length = Duration.ofMillis(1 + random.nextInt(random.nextBoolean() ? 2_000 : 20_000_000));
            stages.add(new Stages.Stage(length, random.nextBoolean(), rate));
        }
        stages.add(new Stages.Stage(Duration.ofSeconds(1), false, 3));
        return new Stages(stages);
    }

    /** The integral by decimal fractions, which does not share a formula with the class under test. */
    private static BigDecimal integral(Stages stages, long nanos) {
        BigDecimal sum = BigDecimal.ZERO;
        long left = nanos;
        for (int i = 0; i <= stages.stages().size() && left > 0; i++) {
            boolean isTail = i == stages.stages().size();
            long length = isTail ? left : stages.stages().get(i).length().toNanos();
            var end = BigDecimal.valueOf(
                    isTail
                            ? stages.stages().getLast().rate()
                            : stages.stages().get(i).rate());
            BigDecimal begin = isTail ? end : BigDecimal.valueOf(stages.rateBefore(i));
            var part = BigDecimal.valueOf(Math.min(left, length));
            BigDecimal reached = begin.add(
                    end.subtract(begin).multiply(part).divide(BigDecimal.valueOf(length), MathContext.DECIMAL128));
            sum = sum.add(begin.add(reached).multiply(part));
            left -= length;
        }
        return sum.divide(BigDecimal.valueOf(2 * NANOS_A_SECOND), MathContext.DECIMAL128);
    }

    @Property(tries = 500)
    void inEveryIntervalTheArrivalsAreTheIntegralWithinOneForEachSlot(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 100) int slots) {
        var random = new Random(seed);
        Stages stages = stages(random);
        long spanNanos = stages.length().toNanos() + 10 * NANOS_A_SECOND;
        long one = random.nextLong(spanNanos);
        long other = random.nextLong(spanNanos);
        long from = Math.min(one, other);
        long to = Math.max(one, other);
        double due = integral(stages, to).subtract(integral(stages, from)).doubleValue();

        long all = 0;
        for (int slot = 0; slot < slots; slot++) {
            var arrivals = new Arrivals(stages, BEGAN, slot, slots);
            long count = arrivals.countBefore(BEGAN + to) - arrivals.countBefore(BEGAN + from);
            assertThat(count - due / slots).as("slot %d of %s", slot, stages).isBetween(-1.001, 1.001);
            all += count;
        }
        assertThat(all - due).as("all of %s", stages).isBetween(-1.001, 1.001);
    }

    /** So no transaction that has begun on time counts as missed, and none that was missed as on time. */
    @Property(tries = 500)
    void aTransactionIsCountedFromTheNanosecondAfterItWasDue(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 100) int slots,
            @ForAll @LongRange(max = 10_000_000) long number) {
        Stages stages = stages(new Random(seed));
        var arrivals = new Arrivals(stages, BEGAN, (int) (number % slots), slots);

        long due = arrivals.dueNanos(number);

        assertThat(arrivals.countBefore(due)).as("before %d of %s", due, stages).isEqualTo(earlier(arrivals, number));
        assertThat(arrivals.countBefore(due + 1))
                .as("after %d of %s", due, stages)
                .isGreaterThan(number);
        assertThat(arrivals.dueNanos(number + 1)).isGreaterThanOrEqualTo(due);
    }

    /** Returns the number of transactions that are due at an earlier nanosecond than this one. */
    private static long earlier(Arrivals arrivals, long number) {
        long due = arrivals.dueNanos(number);
        long first = number;
        while (first > 0 && arrivals.dueNanos(first - 1) == due) {
            first--;
        }
        return first;
    }

    /** A part of a run takes exactly what the stages have left for it. */
    @Property(tries = 200)
    void stagesOfWhichSomeTimeIsOverGoOnAsTheyWouldHave(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int slots) {
        var random = new Random(seed);
        Stages stages = stages(random);
        long overNanos = random.nextLong(stages.length().toNanos());
        int slot = random.nextInt(slots);
        var whole = new Arrivals(stages, BEGAN, slot, slots);
        long before = whole.countBefore(BEGAN + overNanos);

        var later = new Arrivals(stages.after(Duration.ofNanos(overNanos)), BEGAN + overNanos, slot, slots);

        assertThat(later.countBefore(BEGAN + overNanos)).isZero();
        for (int number = 0; number < 20; number++) {
            long due = later.dueNanos(number);
            assertThat(due).isEqualTo(whole.dueNanos(before + number)).isGreaterThanOrEqualTo(BEGAN + overNanos);
            assertThat(later.countBefore(due + 1)).isEqualTo(whole.countBefore(due + 1) - before);
        }
    }

    /** Slots do not know of each other, and yet none takes what another takes. */
    @Property(tries = 100)
    void slotsTakeTheArrivalsOfTheRunInTurn(@ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int slots) {
        Stages stages = stages(new Random(seed));
        var alone = new Arrivals(stages, BEGAN, 0, 1);

        assertThat(IntStream.range(0, 200)
                        .mapToObj(i -> new Arrivals(stages, BEGAN, i % slots, slots).dueNanos(i / slots)))
                .containsExactlyElementsOf(
                        IntStream.range(0, 200).mapToObj(alone::dueNanos).toList());
    }
}
