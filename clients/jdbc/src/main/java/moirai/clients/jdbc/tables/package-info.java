/**
 * The content of tables and its SQL: how lists are stored, and the statements for that in each family of SQL. It knows
 * words, not connections: {@code moirai.clients.jdbc} sends the statements, and the {@code Dialect} holds the
 * differences between databases that are not SQL.
 *
 * <p>Start reading at {@link moirai.clients.jdbc.tables.ListStorage}.
 */
@NullMarked
package moirai.clients.jdbc.tables;

import org.jspecify.annotations.NullMarked;
