/**
 * Clients: sessions that run plans against a database and record what they saw.
 *
 * <p>A client never judges and never retries: a retry hides an outcome and may append twice. What the database does is
 * data, an {@link moirai.history.Outcome} or the answer of a read; only the environment (no such host, wrong password)
 * is an exception.
 */
@NullMarked
package moirai.clients;

import org.jspecify.annotations.NullMarked;
