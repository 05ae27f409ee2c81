/**
 * Clusters: databases that Moirai starts, stops and removes.
 *
 * <p>A cluster is a real server on loopback in a directory of its own. It never outlives the process that started it:
 * a watchdog ends it when its owner is gone, and the next start clears what even the watchdog could not. Only processes
 * and directories that are provably ours are touched. This package knows no client: it says where a node listens, and
 * whoever runs a workload connects.
 *
 * <p>Start reading at {@link moirai.nemesis.Cluster}, then {@link moirai.nemesis.PostgresCluster}.
 */
@NullMarked
package moirai.nemesis;

import org.jspecify.annotations.NullMarked;
