/**
 * Faults beside the sessions of a run: starts the nemesis, records what it does in the history with a writer of its
 * own, heals, gives the cluster its quiet, and reads every key at every node, as the final generators of Jepsen's tests
 * do, so that what was lost shows, and where nodes differ.
 *
 * <p>It judges nothing: what final reads prove, {@code moirai.analysis.durability} says. Start reading at {@link
 * moirai.runs.faults.FaultRun}.
 */
@NullMarked
package moirai.runs.faults;

import org.jspecify.annotations.NullMarked;
