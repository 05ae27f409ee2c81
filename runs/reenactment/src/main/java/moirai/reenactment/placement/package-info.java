/**
 * The placement of a case's statements on a store that has all data at each node: the node of each statement, the nodes
 * from which that node is cut off meanwhile, and the writes that it has to be handed before. It is derived only from
 * which statement sees which, knows of no database, and says if no such arrangement exists.
 *
 * <p>Start reading at {@link moirai.reenactment.placement.NodePlan}.
 */
@NullMarked
package moirai.reenactment.placement;

import org.jspecify.annotations.NullMarked;
