package moirai.nemesis.faults;

import java.time.Duration;
import java.util.List;

/**
 * What kinds of faults a schedule has, and how often.
 *
 * @param interval the mean time between two steps of one kind, an injection and its healing among them
 * @param targets from which each fault draws one
 * @param choice which of the faults are carried out
 */
public record FaultMix(List<FaultKind> kinds, Duration interval, List<Targets> targets, FaultChoice choice) {

    /** As Jepsen's. */
    public static final Duration INTERVAL_DEFAULT = Duration.ofSeconds(10);

    /** Whoever wants all nodes down at once has to say so. */
    public static final List<Targets> TARGETS_DEFAULT =
            List.of(Targets.ONE, Targets.MINORITY, Targets.MAJORITY, Targets.PRIMARIES);

    /** Below that, faults overlap their own healing. */
    private static final Duration INTERVAL_MIN = Duration.ofMillis(100);

    /** A hundred years: what is added to it still fits into all that counts time. */
    private static final Duration INTERVAL_MAX = Duration.ofDays(36_500);

    /** No faults. */
    public static final FaultMix NONE = new FaultMix(List.of(), INTERVAL_DEFAULT, TARGETS_DEFAULT);

    public FaultMix {
        kinds = List.copyOf(kinds);
        targets = List.copyOf(targets);
        requireKinds(kinds, choice);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("no targets are given");
        }
        if (interval.compareTo(INTERVAL_MIN) < 0) {
            throw new IllegalArgumentException("an interval of " + interval.toMillis() + " ms between faults is too"
                    + " short: expected " + INTERVAL_MIN.toMillis() + " ms or more");
        }
        if (interval.compareTo(INTERVAL_MAX) > 0) {
            throw new IllegalArgumentException("an interval of " + interval.toDays() + " days between faults is too"
                    + " long: expected " + INTERVAL_MAX.toDays() + " days or less");
        }
    }

    /** All faults of these kinds. */
    public FaultMix(List<FaultKind> kinds, Duration interval, List<Targets> targets) {
        this(kinds, interval, targets, FaultChoice.every());
    }

    /**
     * The same schedule, of which this is carried out.
     *
     * @throws IllegalArgumentException if a fault is of a kind that the schedule has not
     */
    public FaultMix with(FaultChoice chosen) {
        return new FaultMix(kinds, interval, targets, chosen);
    }

    private static void requireKinds(List<FaultKind> kinds, FaultChoice choice) {
        if (choice instanceof FaultChoice.Only(List<FaultPick> picks)) {
            for (FaultPick pick : picks) {
                if (!kinds.contains(pick.kind())) {
                    throw new IllegalArgumentException("'" + pick.label() + "' is of a kind that the schedule has not:"
                            + " expected one of "
                            + String.join(
                                    ", ", kinds.stream().map(FaultKind::label).toList()));
                }
            }
        }
    }

    /** Whether there is nothing to do. */
    public boolean isNone() {
        return kinds.isEmpty();
    }
}
