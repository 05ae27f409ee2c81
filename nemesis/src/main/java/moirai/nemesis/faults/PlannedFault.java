package moirai.nemesis.faults;

import java.time.Duration;

/**
 * A fault and its time.
 *
 * @param at when it is injected, since the run began
 * @param until when it is healed; {@code at} for one that heals itself
 */
public record PlannedFault(Duration at, Duration until, Fault fault) {}
