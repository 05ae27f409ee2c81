/**
 * Plans that execute queries: rows are pulled through steps, and a cell is read from the store only when an expression
 * needs it. This package must not know the syntax of SQL.
 */
@NullMarked
package moirai.mockstore.sql.plan;

import org.jspecify.annotations.NullMarked;
