/**
 * Queries while they run: rows are pulled through steps, and each cell is read from the store when an expression asks
 * for it, not before. Must not know the syntax of SQL.
 */
@NullMarked
package moirai.mockstore.sql.plan;

import org.jspecify.annotations.NullMarked;
