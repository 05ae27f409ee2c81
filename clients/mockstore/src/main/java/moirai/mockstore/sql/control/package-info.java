/**
 * Statements about transactions and sessions, which the parser knows only in part: BEGIN, COMMIT, SAVEPOINT, SET,
 * SHOW and their like. Must not execute them: a session does.
 */
@NullMarked
package moirai.mockstore.sql.control;

import org.jspecify.annotations.NullMarked;
