/**
 * The network between the ends of a cluster, where it can be disturbed without any right: the connections that Moirai
 * itself carries.
 *
 * <p>It knows ends by name and bytes by number. What a fault is, when it comes and that it is healed are no matter of
 * this package, and it must not know a product.
 */
@NullMarked
package moirai.nemesis.network;

import org.jspecify.annotations.NullMarked;
