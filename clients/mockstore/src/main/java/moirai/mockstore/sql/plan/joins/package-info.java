/**
 * Steps that combine others: joins by nested loops and by hash. This package must not know the syntax of SQL.
 */
@NullMarked
package moirai.mockstore.sql.plan.joins;

import org.jspecify.annotations.NullMarked;
