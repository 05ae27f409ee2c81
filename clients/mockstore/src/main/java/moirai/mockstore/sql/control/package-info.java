/**
 * Statements about transactions and sessions, which the SQL parser knows only in part: BEGIN, COMMIT, SAVEPOINT, SET,
 * SHOW and the like. This package must not execute them: a session does.
 */
@NullMarked
package moirai.mockstore.sql.control;

import org.jspecify.annotations.NullMarked;
