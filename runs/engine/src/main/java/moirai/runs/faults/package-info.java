/**
 * Faults beside the sessions of a run. This package starts the nemesis, records its actions in the history with a
 * writer of its own, heals the cluster, waits until it is quiet, and reads every key at every node, as the final
 * generators of Jepsen's tests do, so that losses and differences between nodes become visible.
 *
 * <p>It judges nothing: {@code moirai.analysis.durability} decides what final reads prove. Start reading at {@link
 * moirai.runs.faults.FaultRun}.
 */
@NullMarked
package moirai.runs.faults;

import org.jspecify.annotations.NullMarked;
