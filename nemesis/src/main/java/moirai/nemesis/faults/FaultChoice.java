package moirai.nemesis.faults;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The faults of a schedule that are carried out. Leaving out a fault moves none of the others. */
public sealed interface FaultChoice {

    /** All faults are carried out. */
    record Every() implements FaultChoice {}

    /**
     * These faults are carried out and no others; none if the list is empty. A run without a fault still ends as a run
     * with faults does: it heals, waits, and reads everything at every node, so that the two can be compared.
     */
    record Only(List<FaultPick> picks) implements FaultChoice {

        public Only {
            picks = picks.stream().sorted().toList();
            if (picks.stream().map(FaultPick::name).distinct().count() < picks.size()) {
                throw new IllegalArgumentException("a fault is named twice");
            }
        }
    }

    /** Returns the choice of all faults. */
    static FaultChoice every() {
        return new Every();
    }

    /** Returns the fault as it is to be carried out; empty if it is left out. */
    default Optional<PlannedFault> chosen(PlannedFault planned) {
        return switch (this) {
            case Every every -> Optional.of(planned);
            case Only(List<FaultPick> picks) ->
                picks.stream()
                        .filter(pick -> pick.name().equals(planned.name()))
                        .findFirst()
                        .map(pick -> limited(planned, pick.atMost()));
        };
    }

    /** Returns whether a fault of this kind with this number or a greater one is carried out. */
    default boolean hasFrom(FaultKind kind, int number) {
        return switch (this) {
            case Every every -> true;
            case Only(List<FaultPick> picks) ->
                picks.stream().anyMatch(pick -> pick.kind() == kind && pick.number() >= number);
        };
    }

    private static PlannedFault limited(PlannedFault planned, Duration atMost) {
        Duration limit = planned.at().plus(atMost);
        boolean isSooner = !atMost.equals(FaultPick.AS_PLANNED) && limit.compareTo(planned.until()) < 0;
        return isSooner ? new PlannedFault(planned.number(), planned.at(), limit, planned.fault()) : planned;
    }
}
