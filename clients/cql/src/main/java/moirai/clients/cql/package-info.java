/**
 * Sessions on Cassandra through its own driver.
 *
 * <p>A session has one node: there is a driver for each node, which knows no other, and which all sessions at that node
 * share. It must not retry, speculate or fail over, since each of these hides an outcome and may append twice.
 *
 * <p>What a transaction can be is decided by {@link moirai.clients.cql.CqlMode}; of a plan that asks for more, a
 * session runs a part. What a failure proves stands in {@link moirai.clients.cql.CqlFailures}.
 *
 * <p>A cluster that exists is looked at and marked by {@link moirai.clients.cql.CqlConsent}; a run has it for itself by
 * a lease, and never touches a keyspace of another.
 *
 * <p>Start reading at {@link moirai.clients.cql.CqlClientFactory}, then {@link moirai.clients.cql.CqlClusterFactory}.
 */
@NullMarked
package moirai.clients.cql;

import org.jspecify.annotations.NullMarked;
