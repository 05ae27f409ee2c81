/**
 * Directed cases on a PostgreSQL primary with replicas: a call that only reads does so at a replica, which is kept from
 * the commits that the case does not want it to show, and made to apply those that it wants.
 *
 * <p>Start reading at {@link moirai.reenactment.replicas.ReplicasTarget}.
 */
@NullMarked
package moirai.reenactment.replicas;

import org.jspecify.annotations.NullMarked;
