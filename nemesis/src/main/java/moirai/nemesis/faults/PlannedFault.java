package moirai.nemesis.faults;

import java.time.Duration;

/**
 * A fault and its time.
 *
 * @param number its place among those of its kind, from 1
 * @param at when it is injected, since the run began
 * @param until when it is healed; {@code at} for one that heals itself
 */
public record PlannedFault(int number, Duration at, Duration until, Fault fault) {

    /** Returns kind and number, such as {@code kill#2}, by which a {@link FaultPick} identifies the fault. */
    public String name() {
        return fault.kind().label() + "#" + number;
    }
}
