/**
 * Connections, statements and transactions of JDBC on a session of {@link moirai.mockstore.sql}. Must not know URLs,
 * nor what the catalogue of the database holds.
 */
@NullMarked
package moirai.mockstore.jdbc.session;

import org.jspecify.annotations.NullMarked;
