/**
 * Expressions with three-valued logic, functions and aggregates. This package must not know how rows are stored or
 * found.
 */
@NullMarked
package moirai.mockstore.sql.expression;

import org.jspecify.annotations.NullMarked;
