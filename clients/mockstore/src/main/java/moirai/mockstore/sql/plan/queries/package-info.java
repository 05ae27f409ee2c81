/**
 * Plans of whole queries of each kind, made of steps and of each other. This package must not know the syntax of SQL.
 */
@NullMarked
package moirai.mockstore.sql.plan.queries;

import org.jspecify.annotations.NullMarked;
