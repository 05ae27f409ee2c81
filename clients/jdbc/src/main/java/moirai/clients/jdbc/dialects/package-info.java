/**
 * The differences between databases: URLs, timeouts, isolation that is set and read back, schemas, and what a failure
 * proves. It must not run transactions: sessions do.
 *
 * <p>Start reading at {@link moirai.clients.jdbc.dialects.Dialect}, then {@code Failures}.
 */
@NullMarked
package moirai.clients.jdbc.dialects;

import org.jspecify.annotations.NullMarked;
