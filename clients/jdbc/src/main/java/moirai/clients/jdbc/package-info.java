/**
 * Sessions on SQL databases through JDBC: PostgreSQL and those that speak its protocol and its SQL, and the mock store.
 * What these do each in its own way stands in their {@link moirai.clients.jdbc.Dialect}.
 *
 * <p>A session leases one connection for its whole life, runs each plan as one transaction with the same few prepared
 * statements, and never retries. How lists are stored is an option, since databases differ most in the paths that are
 * tested least. What a failure proves is decided in one place, {@code Failures}.
 *
 * <p>Start reading at {@link moirai.clients.jdbc.JdbcClientFactory}, then {@link moirai.clients.jdbc.ListStorage}.
 */
@NullMarked
package moirai.clients.jdbc;

import org.jspecify.annotations.NullMarked;
