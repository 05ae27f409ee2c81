/**
 * Replays directed cases on Cassandra, one statement after the other, each at a node and with links cut as its {@link
 * moirai.reenactment.placement.NodePlan} says. All data is at each node, reads and writes ask for one replica, and a
 * call is no unit: it only is a client that goes on with what it has read.
 *
 * <p>Nodes deliver nothing behind the replay's back: there are no hints, no repairs by reads, and what was sent over a
 * link that was cut is too old when the link heals. Writes have the time at which they are sent, by the one clock of
 * the replay, as drivers give it to them. Where the plan has a node learn later of a write, the replay brings it there
 * with its time, as a hint would. Nobody is told what to read.
 *
 * <p>Start reading at {@link moirai.reenactment.cassandra.CassandraTarget}.
 */
@NullMarked
package moirai.reenactment.cassandra;

import org.jspecify.annotations.NullMarked;
