/**
 * Replays directed cases on Cassandra, one statement after the other, each at a node and with links cut as its {@link
 * moirai.reenactment.placement.NodePlan} says. All data is at each node, reads and writes ask for one replica, and a
 * call is no transaction of the database: it is only a client that continues with what it has read.
 *
 * <p>Nodes deliver no writes by themselves: there are no hints, no repairs by reads, and a message over a link that was
 * cut is too old when the link heals. Writes have the time at which they are sent, by the one clock of the replay, as
 * drivers give it to them. If the plan has a node learn later of a write, the replay brings it there with its time, as
 * a hint would. No read is told what to return.
 *
 * <p>Start reading at {@link moirai.reenactment.cassandra.CassandraTarget}.
 */
@NullMarked
package moirai.reenactment.cassandra;

import org.jspecify.annotations.NullMarked;
