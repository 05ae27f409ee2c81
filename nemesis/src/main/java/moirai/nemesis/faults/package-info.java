/**
 * Faults: what is done to a cluster while sessions use it, when, and how it is undone.
 *
 * <p>A {@link moirai.nemesis.faults.Fault} is data, a {@link moirai.nemesis.faults.FaultSchedule} follows from a seed
 * alone, and a {@link moirai.nemesis.faults.Nemesis} carries it out. Whatever happens, what was injected is healed:
 * each step is in the {@link moirai.nemesis.faults.FaultJournal} before it is taken, each way out of a run heals, and
 * what a run's death leaves behind ends with it, since servers live under watchdogs and links in the run's own process.
 *
 * <p>This package knows no product and no client: it acts through {@link moirai.nemesis.Cluster}, {@link
 * moirai.nemesis.Node} and {@link moirai.nemesis.network.Links}. It must not inject what it could not undo. A kind of
 * fault exists in {@link moirai.nemesis.faults.FaultKind} when it works.
 */
@NullMarked
package moirai.nemesis.faults;

import org.jspecify.annotations.NullMarked;
