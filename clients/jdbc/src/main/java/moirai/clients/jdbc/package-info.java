/**
 * Sessions on SQL databases through JDBC. What databases do each in its own way stands in their
 * {@link moirai.clients.jdbc.dialects.Dialect}, the SQL in {@link moirai.clients.jdbc.tables.TableSql}.
 *
 * <p>A session leases one connection for its whole life, runs each plan as one transaction with the same few prepared
 * statements, and never retries. How lists are stored is an option, since databases differ most in the paths that are
 * tested least. What a failure proves is decided by the dialect alone.
 *
 * <p>Start reading at {@link moirai.clients.jdbc.JdbcClientFactory}, then
 * {@link moirai.clients.jdbc.tables.ListStorage}.
 */
@NullMarked
package moirai.clients.jdbc;

import org.jspecify.annotations.NullMarked;
