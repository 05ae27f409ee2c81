/**
 * Real JDBC code as what a search can run: on a mock store that the search drives, each session in a thread of its own,
 * of which one runs at a time. Start at {@link moirai.exploration.jdbc.JdbcProgram}.
 */
@NullMarked
package moirai.exploration.jdbc;

import org.jspecify.annotations.NullMarked;
