/**
 * Where the statements of a case run on a store that has all data at each node: at which node each of them, from which
 * others that node is cut off meanwhile, and what it has to be handed before. It is derived from who sees whom alone,
 * knows of no database, and says where no such arrangement exists.
 *
 * <p>Start reading at {@link moirai.reenactment.placement.NodePlan}.
 */
@NullMarked
package moirai.reenactment.placement;

import org.jspecify.annotations.NullMarked;
