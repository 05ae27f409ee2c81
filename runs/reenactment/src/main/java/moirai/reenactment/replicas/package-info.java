/**
 * Directed cases on a PostgreSQL primary with replicas: who only reads does so at a replica, which is kept from the
 * commits that a case does not want it to show, and made to have those that it wants.
 *
 * <p>Start reading at {@link moirai.reenactment.replicas.ReplicasTarget}.
 */
@NullMarked
package moirai.reenactment.replicas;

import org.jspecify.annotations.NullMarked;
