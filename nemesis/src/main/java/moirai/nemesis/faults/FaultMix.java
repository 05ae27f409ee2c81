package moirai.nemesis.faults;

import java.time.Duration;
import java.util.List;

/**
 * The kinds of faults that a schedule has, how often they come, and for how long.
 *
 * @param interval the mean time between the end of a fault and the injection of the next of its kind
 * @param duration the mean time between the injection of a fault and its healing
 * @param targets from which each fault draws one
 * @param choice which of the faults are carried out
 * @param isOverlapping whether a fault may hit a node that another fault has paused, or killed as the primary
 */
public record FaultMix(
        List<FaultKind> kinds,
        Duration interval,
        Duration duration,
        List<Targets> targets,
        FaultChoice choice,
        boolean isOverlapping) {

    /** The default of Jepsen. */
    public static final Duration INTERVAL_DEFAULT = Duration.ofSeconds(10);

    /** The default targets. All nodes at once are down only on request. */
    public static final List<Targets> TARGETS_DEFAULT =
            List.of(Targets.ONE, Targets.MINORITY, Targets.MAJORITY, Targets.PRIMARIES);

    /** The least interval and duration: below it, faults overlap their own healing. */
    private static final Duration TIME_MIN = Duration.ofMillis(100);

    /** The greatest interval and duration, a hundred years: sums with it still fit into every clock. */
    private static final Duration TIME_MAX = Duration.ofDays(36_500);

    /** No faults. */
    public static final FaultMix NONE = new FaultMix(List.of(), INTERVAL_DEFAULT, TARGETS_DEFAULT);

    public FaultMix {
        kinds = List.copyOf(kinds);
        targets = List.copyOf(targets);
        requireKinds(kinds, choice);
        if (targets.isEmpty()) {
            throw new IllegalArgumentException("no targets are given");
        }
        requireTime("an interval of ", interval, " between faults");
        requireTime("a duration of ", duration, " for faults");
    }

    private static void requireTime(String what, Duration time, String use) {
        if (time.compareTo(TIME_MIN) < 0) {
            throw new IllegalArgumentException(what + time.toMillis() + " ms" + use + " is too short: expected "
                    + TIME_MIN.toMillis() + " ms or more");
        }
        if (time.compareTo(TIME_MAX) > 0) {
            throw new IllegalArgumentException(what + time.toDays() + " days" + use + " is too long: expected "
                    + TIME_MAX.toDays() + " days or less");
        }
    }

    /** Makes a mix of all faults of these kinds, which stay for as long as the interval between them. */
    public FaultMix(List<FaultKind> kinds, Duration interval, List<Targets> targets) {
        this(kinds, interval, interval, targets, FaultChoice.every(), false);
    }

    /**
     * Returns the same schedule, of which only this choice is carried out.
     *
     * @throws IllegalArgumentException if a fault is of a kind that the schedule does not have
     */
    public FaultMix with(FaultChoice chosen) {
        return new FaultMix(kinds, interval, duration, targets, chosen, isOverlapping);
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

    /** Returns whether the mix has no kind of fault. */
    public boolean isNone() {
        return kinds.isEmpty();
    }
}
