/**
 * Operators and functions of values, and the choice among those of one name. This package must not know expressions,
 * rows or the store: something that depends on a row or a session is not a function of values.
 */
@NullMarked
package moirai.mockstore.sql.expression.function;

import org.jspecify.annotations.NullMarked;
