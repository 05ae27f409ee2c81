/**
 * Connections, statements and transactions of JDBC on a session of {@link moirai.mockstore.sql}. This package must know
 * neither URLs nor the contents of the database's catalogue.
 */
@NullMarked
package moirai.mockstore.jdbc.session;

import org.jspecify.annotations.NullMarked;
