/**
 * Clusters and nodes that are servers of this machine: the part that does not depend on the product.
 *
 * <p>A product extends {@code ServerCluster} and {@code ServerNode}, and says how its servers are prepared, started and
 * joined. Files, machines, hosts and processes are handled here. This package knows no product and no client, and is
 * not for use outside of this module.
 *
 * <p>Start reading at {@link moirai.nemesis.servers.ServerCluster}, then {@link moirai.nemesis.servers.ServerNode}.
 */
@NullMarked
package moirai.nemesis.servers;

import org.jspecify.annotations.NullMarked;
