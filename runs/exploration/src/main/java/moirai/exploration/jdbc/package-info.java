/**
 * Exploration of real JDBC code on a mock store that the search controls. Each session has a thread of its own, only
 * one of which runs at a time. Start at {@link moirai.exploration.jdbc.JdbcProgram}.
 */
@NullMarked
package moirai.exploration.jdbc;

import org.jspecify.annotations.NullMarked;
