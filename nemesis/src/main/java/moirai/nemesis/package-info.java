/**
 * Clusters: databases that Moirai starts, stops and removes.
 *
 * <p>A cluster is one or several real servers on loopback in a directory of its own. It never outlives the process that
 * started it: watchdogs end its servers when their owner is gone, and the next start clears what even they could not.
 * Only processes and directories that are provably ours are touched. This package knows no client: it says where a node
 * listens, and the caller connects.
 *
 * <p>Start reading at {@link moirai.nemesis.Cluster} and {@link moirai.nemesis.Node}; each product has a package. The
 * failures of a node's {@link moirai.nemesis.Machine} have one too.
 */
@NullMarked
package moirai.nemesis;

import org.jspecify.annotations.NullMarked;
