/**
 * Cassandra clusters that live no longer than their owner: each node a JVM of its own, on a JDK 17, whose jars Maven
 * fetches once.
 *
 * <p>It must not load a class of Cassandra or of its driver: a node is known by its process, its port and what it
 * prints. All nodes are alike, and all start at the same time, because the ring is divided beforehand.
 *
 * <p>Start reading at {@link moirai.nemesis.cassandra.CassandraCluster}, then
 * {@link moirai.nemesis.cassandra.CassandraNode}.
 */
@NullMarked
package moirai.nemesis.cassandra;

import org.jspecify.annotations.NullMarked;
