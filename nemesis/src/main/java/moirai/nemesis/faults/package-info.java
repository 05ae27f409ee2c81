/**
 * Faults as data: what is done to a cluster while sessions use it, and when, and the record of what was done.
 *
 * <p>A {@link moirai.nemesis.faults.Fault} is data, a {@link moirai.nemesis.faults.FaultSchedule} follows from a seed
 * alone, and {@code moirai.nemesis.injection} carries it out. Every injected fault is healed: each step is in the
 * {@link moirai.nemesis.faults.FaultJournal} before it is taken, each way out of a run heals, and what a run's death
 * leaves behind ends with it, since servers live under watchdogs and links in the run's own process.
 *
 * <p>This package knows no product and no client, and touches no cluster. {@link moirai.nemesis.faults.FaultKind} lists
 * a kind of fault only when it works.
 */
@NullMarked
package moirai.nemesis.faults;

import org.jspecify.annotations.NullMarked;
