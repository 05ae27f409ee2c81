/**
 * Whole queries of each kind, made of steps and of each other. Must not know the syntax of SQL.
 */
@NullMarked
package moirai.mockstore.sql.plan.queries;

import org.jspecify.annotations.NullMarked;
