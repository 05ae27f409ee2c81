/**
 * Sessions on SQL databases through JDBC. The {@link moirai.clients.jdbc.dialects.Dialect} holds the differences
 * between databases, {@link moirai.clients.jdbc.tables.TableSql} the SQL.
 *
 * <p>A session leases one connection for its whole life, runs each plan as one transaction with the same few prepared
 * statements, and never retries. How lists are stored is an option, since databases differ most in the paths that are
 * tested least. The dialect alone decides what a failure proves.
 *
 * <p>Start reading at {@link moirai.clients.jdbc.JdbcClientFactory}, then {@link
 * moirai.clients.jdbc.tables.ListStorage}.
 */
@NullMarked
package moirai.clients.jdbc;

import org.jspecify.annotations.NullMarked;
