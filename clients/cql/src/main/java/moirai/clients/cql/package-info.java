/**
 * Sessions on Cassandra through its own driver.
 *
 * <p>A session has one node: there is a driver for each node, which knows no other, and which all sessions at that node
 * share. It must not retry, speculate or fail over, since each of these hides an outcome and may append twice.
 *
 * <p>{@link moirai.clients.cql.CqlMode} decides what a transaction can be; of a plan that asks for more, a session runs
 * a part. {@link moirai.clients.cql.CqlFailures} decides what a failure proves.
 *
 * <p>{@link moirai.clients.cql.CqlConsent} inspects and marks a cluster that exists. A run has the cluster for itself
 * by a lease, and never touches a keyspace of another.
 *
 * <p>Start reading at {@link moirai.clients.cql.CqlClientFactory}, then {@link moirai.clients.cql.CqlClusterFactory}.
 */
@NullMarked
package moirai.clients.cql;

import org.jspecify.annotations.NullMarked;
