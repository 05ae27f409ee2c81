package moirai.nemesis.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.SplittableRandom;
import moirai.history.Seed;
import moirai.nemesis.Skew;

/*
 * Each kind of fault has a lane of its own with random numbers of its own, as each of Jepsen's packages has its own
 * generator: kinds overlap, one kind does not overlap itself, and adding a kind leaves the others where they were.
 * Waits are uniform between half the interval and one and a half: the mean is the interval, and no two runs of sessions
 * settle into a rhythm. The same holds of the times that faults stay, with the duration as their mean. Both take one
 * random number each, so another duration moves the faults and changes none of them.
 *
 * Random bits come from SplittableRandom.nextLong alone; the JDK does not promise that its bounded methods stay the
 * same.
 */
/**
 * The faults of a run in the order of their times, without end unless only some of them are chosen. The schedule
 * follows from the seed, the mix and the nodes' names alone. An instance can be iterated once, on one thread.
 */
public final class FaultSchedule implements Iterator<PlannedFault> {

    private static final int DELAY_MILLIS_MIN = 10;
    private static final int DELAY_MILLIS_MAX = 200;
    private static final int LOSS_PERCENT_MIN = 5;
    private static final int LOSS_PERCENT_MAX = 40;
    private static final int HELD_UP_MILLIS_MIN = 20;
    private static final int HELD_UP_MILLIS_MAX = 300;

    private static final int CUT_OFF_MILLIS_MAX = 1_000;

    /**
     * The exponents of skews, which are powers of two as in Jepsen's clock nemesis: from 4 ms to 4 minutes and 22 s.
     */
    private static final int SKEW_BITS_MIN = 2;

    private static final int SKEW_BITS_MAX = 18;
    private static final int STROBE_MILLIS_MIN = 1;
    private static final int STROBE_MILLIS_MAX = 500;

    /** The greatest drift: more than any machine still disciplines. */
    private static final int DRIFT_PPM_MAX = 500_000;

    private static final int SYNC_MILLIS_MIN = 20;
    private static final int SYNC_MILLIS_MAX = 500;

    /** The greatest share of writes and syncs that fail on a disk that fails now and then; the least is 1 %. */
    private static final int EIO_PERCENT_MAX = 20;

    private static final int AGE_MILLIS_MIN = 1_000;
    private static final int AGE_MILLIS_MAX = 5_000;
    private static final int PERCENT_MIN = 5;
    private static final int PERCENT_MAX = 40;

    private final List<Lane> lanes;
    private final boolean isOverlapping;

    /** @param nodes their names in order */
    public FaultSchedule(Seed seed, FaultMix mix, List<String> nodes) {
        if (nodes.isEmpty() || mix.isNone()) {
            throw new IllegalArgumentException("a schedule of no faults or for no nodes");
        }
        lanes = mix.kinds().stream()
                .distinct()
                .sorted(Comparator.comparingLong(FaultKind::seedPart))
                .map(kind -> new Lane(kind, mix, List.copyOf(nodes), seed.part(kind.seedPart())))
                .toList();
        isOverlapping = mix.isOverlapping();
    }

    private FaultSchedule(Lane only, boolean isOverlapping) {
        lanes = List.of(only);
        this.isOverlapping = isOverlapping;
    }

    /** Returns whether a fault may hit a node that another fault has paused, or killed as the primary. */
    public boolean isOverlapping() {
        return isOverlapping;
    }

    /**
     * Splits the schedule into one for each kind. Must be called before the first fault was taken; this schedule is
     * then used up.
     */
    public List<FaultSchedule> byKind() {
        return lanes.stream()
                .map(lane -> new FaultSchedule(lane, isOverlapping))
                .toList();
    }

    /** Returns the faults that are injected before this time. */
    public static List<PlannedFault> until(Duration end, Seed seed, FaultMix mix, List<String> nodes) {
        var schedule = new FaultSchedule(seed, mix, nodes);
        var planned = new ArrayList<PlannedFault>();
        Optional<PlannedFault> first = schedule.peek();
        while (first.filter(fault -> fault.at().compareTo(end) < 0).isPresent()) {
            planned.add(schedule.next());
            first = schedule.peek();
        }
        return List.copyOf(planned);
    }

    /** Returns whether there is another fault: always, if none is left out. */
    @Override
    public boolean hasNext() {
        return peek().isPresent();
    }

    @Override
    public PlannedFault next() {
        Lane first = first().orElseThrow(() -> new NoSuchElementException("no further fault was chosen"));
        PlannedFault next = first.next.orElseThrow();
        first.advance();
        return next;
    }

    private Optional<PlannedFault> peek() {
        return first().flatMap(lane -> lane.next);
    }

    /** Returns the lane whose fault comes first; of several the first in order. */
    private Optional<Lane> first() {
        return lanes.stream()
                .filter(lane -> lane.next.isPresent())
                .min(Comparator.comparing(lane -> lane.next.orElseThrow().at()));
    }

    /** The faults of one kind, one after the other. */
    private static final class Lane {

        private final FaultKind kind;
        private final FaultMix mix;
        private final List<String> nodes;
        private final SplittableRandom random;
        private int number;
        private Duration free = Duration.ZERO;
        private Optional<PlannedFault> next = Optional.empty();

        Lane(FaultKind kind, FaultMix mix, List<String> nodes, Seed seed) {
            this.kind = kind;
            this.mix = mix;
            this.nodes = nodes;
            this.random = seed.generator();
            advance();
        }

        /**
         * Moves on to the next fault that is carried out. Faults that are left out are drawn as well, so the others
         * stay.
         */
        void advance() {
            next = Optional.empty();
            while (next.isEmpty() && mix.choice().hasFrom(kind, number + 1)) {
                PlannedFault drawn = after(free);
                free = drawn.until();
                next = mix.choice().chosen(drawn);
            }
        }

        private PlannedFault after(Duration time) {
            number++;
            Duration at = time.plus(around(mix.interval()));
            Fault fault = fault();
            return new PlannedFault(number, at, fault.isBrief() ? at : at.plus(around(mix.duration())), fault);
        }

        /** Draws a time with this mean, in whole milliseconds, so that what is printed is what is done. */
        private Duration around(Duration mean) {
            long millis = mean.toMillis();
            return Duration.ofMillis(millis / 2 + below(millis));
        }

        private Fault fault() {
            return switch (kind) {
                case KILL -> new Fault.Kill(victims());
                case PAUSE -> new Fault.Pause(victims());
                case RESTART -> new Fault.Restart(victims());
                case FAILOVER -> new Fault.Failover(millis(0, CUT_OFF_MILLIS_MAX));
                case PARTITION -> partition();
                case SLOW -> slow();
                case LOSS -> new Fault.Loss(victims(), between(LOSS_PERCENT_MIN, LOSS_PERCENT_MAX));
                case CUT -> new Fault.Cut(victims(), millis(HELD_UP_MILLIS_MIN, HELD_UP_MILLIS_MAX));
                case CLOCK -> new Fault.Clock(victims(), skew());
                case DISK -> disk();
                case FULL -> new Fault.FullDisk(victims());
                case POWER -> new Fault.PowerLoss(victims());
                case DAMAGE -> damage();
                case MEMBER -> new Fault.Member(one());
                case UPGRADE -> new Fault.Upgrade();
                case STARVE -> new Fault.Starve(victims(), between(PERCENT_MIN, PERCENT_MAX));
            };
        }

        private Victims victims() {
            Targets targets = pick(mix.targets());
            List<String> shuffled = shuffled();
            if (targets == Targets.PRIMARIES) {
                return new Victims.Primaries();
            }
            return new Victims.Named(shuffled.stream()
                    .limit(targets.countOf(nodes.size()))
                    .sorted()
                    .toList());
        }

        private Fault partition() {
            PartitionShape shape = pick(PartitionShape.with(nodes.size()));
            return new Fault.Partition(
                    shape,
                    switch (shape) {
                        case HALVES -> some(nodes.size() / 2);
                        case MINORITY_THIRD -> some(PartitionShape.thirdOf(nodes.size()));
                        case MAJORITY_RING, BRIDGE -> new Victims.Named(shuffled());
                        case ISOLATED, ONE_WAY -> victims();
                    });
        }

        private Victims some(int count) {
            return new Victims.Named(shuffled().stream().limit(count).sorted().toList());
        }

        private Fault slow() {
            Victims victims = victims();
            Duration delay = millis(DELAY_MILLIS_MIN, DELAY_MILLIS_MAX);
            return new Fault.Slow(victims, delay, Duration.ofMillis(below(delay.toMillis())));
        }

        private Skew skew() {
            return switch ((int) below(3)) {
                case 0 -> new Skew.Jump(offset());
                case 1 -> new Skew.Strobe(offset(), millis(STROBE_MILLIS_MIN, STROBE_MILLIS_MAX));
                default -> new Skew.Drift(between(-DRIFT_PPM_MAX, DRIFT_PPM_MAX));
            };
        }

        /** Draws an offset: small or great, forward or back. */
        private Duration offset() {
            long millis = 1L << between(SKEW_BITS_MIN, SKEW_BITS_MAX);
            return Duration.ofMillis(below(2) == 0 ? millis : -millis);
        }

        private Fault disk() {
            Victims victims = victims();
            // One number decides all: a kind of broken disk more moves none of the faults after it.
            int drawn = (int) below(4 * EIO_PERCENT_MAX);
            if (drawn < 2 * EIO_PERCENT_MAX) {
                return new Fault.SlowDisk(victims, millis(SYNC_MILLIS_MIN, SYNC_MILLIS_MAX));
            }
            return new Fault.BrokenDisk(
                    victims, drawn < 3 * EIO_PERCENT_MAX ? Fault.BrokenDisk.ALWAYS : drawn - 3 * EIO_PERCENT_MAX + 1);
        }

        /** Draws one node alone, so that another one has what it has. */
        private Victims one() {
            Victims victims = victims();
            return victims instanceof Victims.Named(List<String> named)
                    ? new Victims.Named(List.of(pick(named)))
                    : victims;
        }

        private Fault damage() {
            Victims one = one();
            FileDamage how = pick(List.of(FileDamage.values()));
            return new Fault.Damage(one, how, millis(AGE_MILLIS_MIN, AGE_MILLIS_MAX), random.nextLong());
        }

        private Duration millis(int min, int max) {
            return Duration.ofMillis(between(min, max));
        }

        private int between(int min, int max) {
            return (int) (min + below(max - min + 1));
        }

        private <T> T pick(List<T> choices) {
            return choices.get((int) below(choices.size()));
        }

        private List<String> shuffled() {
            var shuffled = new ArrayList<>(nodes);
            for (int last = shuffled.size() - 1; last > 0; last--) {
                int other = (int) below(last + 1);
                shuffled.set(other, shuffled.set(last, shuffled.get(other)));
            }
            return shuffled;
        }

        private long below(long bound) {
            return Math.unsignedMultiplyHigh(random.nextLong(), bound);
        }
    }
}
