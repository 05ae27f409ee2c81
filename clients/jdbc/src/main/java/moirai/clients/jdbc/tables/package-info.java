/**
 * What tables hold and by which SQL: how lists are stored, and the statements for it in each family of SQL. It knows
 * words, not connections: who sends them is {@code moirai.clients.jdbc}, and how a database differs in all that is no
 * SQL stands in its {@code Dialect}.
 *
 * <p>Start reading at {@link moirai.clients.jdbc.tables.ListStorage}.
 */
@NullMarked
package moirai.clients.jdbc.tables;

import org.jspecify.annotations.NullMarked;
