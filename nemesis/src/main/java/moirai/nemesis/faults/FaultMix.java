package moirai.nemesis.faults;

import java.time.Duration;
import java.util.List;

/**
 * The kinds of faults that a schedule has, and how often they come.
 *
 * @param interval the mean time between two steps of one kind; an injection and its healing are two steps
 * @param targets from which each fault draws one
 * @param choice which of the faults are carried out
 */
public record FaultMix(List<FaultKind> kinds, Duration interval, List<Targets> targets, FaultChoice choice) {

    /** The default of Jepsen. */
    public static final Duration INTERVAL_DEFAULT = Duration.ofSeconds(10);

    /** The default targets. All nodes at once are down only on request. */
    public static final List<Targets> TARGETS_DEFAULT =
            List.of(Targets.ONE, Targets.MINORITY, Targets.MAJORITY, Targets.PRIMARIES);

    /** The least interval: below it, faults overlap their own healing. */
    private static final Duration INTERVAL_MIN = Duration.ofMillis(100);

    /** The greatest interval, a hundred years: sums with it still fit into every clock. */
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

    /** Makes a mix of all faults of these kinds. */
    public FaultMix(List<FaultKind> kinds, Duration interval, List<Targets> targets) {
        this(kinds, interval, targets, FaultChoice.every());
    }

    /**
     * Returns the same schedule, of which only this choice is carried out.
     *
     * @throws IllegalArgumentException if a fault is of a kind that the schedule does not have
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

    /** Returns whether the mix has no kind of fault. */
    public boolean isNone() {
        return kinds.isEmpty();
    }
}
